from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), C: T.Buffer((4,), "float32")):
        B = T.alloc_buffer((8,))
        for i, j in T.grid(4, 2):
            with T.block("B"):
                vi = T.axis.spatial(8, i * 2 + j)
                B[vi] = A[vi] + T.float32(1)
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = B[vi] * T.float32(2)

