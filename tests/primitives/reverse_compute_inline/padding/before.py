from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((11,), "float32"), C: T.Buffer((13,), "float32")):
        B = T.alloc_buffer((11,))
        for i in range(11):
            with T.block("B"):
                vi = T.axis.spatial(11, i)
                B[vi] = A[vi] + T.float32(1)
        for i in range(13):
            with T.block("C"):
                vi = T.axis.spatial(13, i)
                C[vi] = T.if_then_else(1 <= vi and vi < 12, B[vi - 1], T.float32(0))
