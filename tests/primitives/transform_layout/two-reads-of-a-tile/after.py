# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((10, 8), "float32"), C: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((5, 8, 2))
        for i, j in T.grid(10, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi // 2, vj, vi % 2])
                B[vi // 2, vj, vi % 2] = A[vi, vj]
        for i, j in T.grid(8, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi // 2:vi // 2 + 2, vj, vi % 2])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi // 2, vj, vi % 2] + B[vi // 2 + 1, vj, vi % 2]
