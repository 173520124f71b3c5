from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((5, 8), "float32"), C: T.Buffer((5, 8), "float32")):
        B = T.alloc_buffer((5, 8))
        for i_0, i_1 in T.grid(3, 2):
            with T.block("BC"):
                vi = T.axis.spatial(5, i_0 * 2 + i_1)
                T.where(i_0 * 2 + i_1 < 5)
                T.reads(A[vi, 0:8], B[vi, -4:12])
                T.writes(B[vi, 0:8], C[vi, 0:8])
                for j in range(8):
                    with T.block("B"):
                        vj = T.axis.spatial(8, j)
                        B[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.block("C"):
                        vj = T.axis.spatial(8, j)
                        C[vi, vj] = T.if_then_else(vj < 4, B[vi, vj + 4], B[vi, vj - 4])
