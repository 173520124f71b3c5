from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "float32"), C: T.Buffer((9,), "float32")):
        P = T.alloc_buffer((9,), "int32")
        for i in range(9):
            with T.block("P"):
                vi = T.axis.spatial(9, i)
                P[vi] = 8 - vi
        for i in range(9):
            with T.block("C"):
                vi = T.axis.spatial(9, i)
                C[vi] = A[P[vi]] * T.float32(2)
