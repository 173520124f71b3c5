from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2000000000,), "float32"), B: T.Buffer((2000000000,), "float32")):
        for i in range(2000000000):
            with T.block("B"):
                vi = T.axis.spatial(2000000000, i)
                B[vi] = A[vi] * T.float32(2)
