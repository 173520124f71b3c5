from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        for i in range(14):
            with T.block("O"):
                vi = T.axis.spatial(14, i)
                B = T.alloc_buffer((14,))
                for j in range(14):
                    with T.block("B"):
                        vj = T.axis.spatial(14, j)
                        B[vj] = A[vj] * T.float32(2)
                for j in range(1):
                    with T.block("C"):
                        vj = T.axis.spatial(1, j)
                        C[vi] = B[vi]
