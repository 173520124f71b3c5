from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 4), "float32"), C: T.Buffer((48,), "float32")):
        B = T.alloc_buffer((24,))
        for i in range(24):
            with T.block("B"):
                vi = T.axis.spatial(24, i)
                B[vi] = A[vi // 4, vi % 4]
        for i in range(48):
            with T.block("C"):
                vi = T.axis.spatial(48, i)
                C[vi] = B[vi // 2]
