# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32"), D: T.Buffer((14,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((2, 7))
        for i in range(14):
            with T.block("B"):
                vi = T.axis.spatial(14, i)
                T.reads(A[vi])
                T.writes(B[vi // 7, vi % 7])
                B[vi // 7, vi % 7] = A[vi] * T.float32(2.0)
        for i in range(2):
            with T.block("D"):
                vi = T.axis.spatial(2, i)
                T.reads(B[vi, 0:7])
                T.writes(D[vi * 7:vi * 7 + 7])
                for j in range(7):
                    D[vi * 7 + j] = B[vi, j]
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi // 7, vi % 7])
                T.writes(C[vi])
                C[vi] = B[vi // 7, vi % 7]
