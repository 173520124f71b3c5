# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        # with T.block("root"):
        for i in range(14):
            with T.block("O"):
                vi = T.axis.spatial(14, i)
                T.reads(A[0:14])
                T.writes(C[vi])
                B = T.alloc_buffer((2, 7))
                for j in range(14):
                    with T.block("B"):
                        vj = T.axis.spatial(14, j)
                        T.reads(A[vj])
                        T.writes(B[vj // 7, vj % 7])
                        B[vj // 7, vj % 7] = A[vj] * T.float32(2.0)
                for j in range(1):
                    with T.block("C"):
                        vj = T.axis.spatial(1, j)
                        T.reads(B[vi // 7, vi % 7])
                        T.writes(C[vi])
                        C[vi] = B[vi // 7, vi % 7]
