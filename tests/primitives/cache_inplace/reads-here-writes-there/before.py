from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((100,), "float32")):
        for i in range(20):
            with T.block("C"):
                vi = T.axis.spatial(20, i)
                C[vi + 30] = C[vi + 50] + T.float32(1)
