from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        for io in range(2, 8):
            for ii in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(64, io * 8 + ii)
                    C[vi] = A[vi]
