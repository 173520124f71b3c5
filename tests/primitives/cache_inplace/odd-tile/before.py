from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((50,), "float32"), D: T.Buffer((50,), "float32")):
        for io in range(4):
            for ii in range(16):
                with T.block("C"):
                    vi = T.axis.spatial(50, io * 16 + ii)
                    T.where(io * 16 + ii < 50)
                    C[vi] = C[vi] + T.float32(1)
            for ii in range(16):
                with T.block("D"):
                    vi = T.axis.spatial(50, io * 16 + ii)
                    T.where(io * 16 + ii < 50)
                    D[vi] = C[vi] + T.float32(1)
