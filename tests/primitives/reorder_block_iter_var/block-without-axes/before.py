from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1,), "float32"), D: T.Buffer((1,), "float32")):
        with T.block("D"):
            vi = T.axis.spatial(1, 0)
            with T.block("E"):
                D[0] = A[0]
