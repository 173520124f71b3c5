from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(4, 12):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi // 2 + 1] + A[vi % 2]
