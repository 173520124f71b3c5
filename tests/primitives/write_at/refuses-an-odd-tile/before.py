from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50,), "float32"), C: T.Buffer((50,), "float32")):
        for i in range(50):
            with T.block("C"):
                vi = T.axis.spatial(50, i)
                C[vi] = A[vi] + T.float32(1)
