from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20,), "float32"), C: T.Buffer((20,), "float32")):
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial((2, 18), i + 2)
                C[vi] = A[vi]
