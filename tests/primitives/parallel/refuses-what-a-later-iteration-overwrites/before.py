from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(B: T.Buffer((9,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                C[vi] = B[vi + 1] * T.float32(2)
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = D[vi] + T.float32(1)

