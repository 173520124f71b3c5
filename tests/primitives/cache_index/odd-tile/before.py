from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50,), "float32"), B: T.Buffer((50,), "float32")):
        for io in range(4):
            for ii in range(16):
                with T.block("B"):
                    vi = T.axis.spatial(50, io * 16 + ii)
                    T.where(io * 16 + ii < 50)
                    B[vi] = A[(vi * 7) % 50] + A[49 - vi]
