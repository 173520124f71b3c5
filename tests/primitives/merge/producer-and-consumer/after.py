# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 24))
        for i_m, j_m in T.grid(16, 24):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i_m, j_m])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i_m, j_m])
                T.reads(B[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = B[vi, vj] + T.float32(1.0)
