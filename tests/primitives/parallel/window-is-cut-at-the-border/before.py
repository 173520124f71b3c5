from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((24,), "float32"), C: T.Buffer((24,), "float32")):
        B = T.alloc_buffer((24,))
        for i in range(24):
            with T.block("B"):
                vi = T.axis.spatial(24, i)
                B[vi] = A[vi] + T.float32(1)
        for i in range(24):
            with T.block("C"):
                vi = T.axis.spatial(24, i)
                C[vi] = T.if_then_else(vi < 12, B[vi + 12], B[vi - 12])

