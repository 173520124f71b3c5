from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        B = T.alloc_buffer((14,))
        for i in range(2):
            with T.block("O"):
                vi = T.axis.spatial(2, i)
                T.reads(A[vi * 7:vi * 7 + 7])
                T.writes(B[vi * 7:vi * 7 + 7])
                for j in range(7):
                    with T.block("B"):
                        vj = T.axis.spatial(7, j)
                        B[vi * 7 + vj] = A[vi * 7 + vj] * T.float32(2)
        for i in range(14):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                C[vi] = B[vi]
