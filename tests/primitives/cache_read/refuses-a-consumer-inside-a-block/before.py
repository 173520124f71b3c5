from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        for io in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, io)
                T.reads(A[vo * 16:vo * 16 + 16, 0:8])
                T.writes(C[vo * 16:vo * 16 + 16, 0:8])
                for ii, j in T.grid(16, 8):
                    with T.block("C"):
                        vi = T.axis.spatial(16, ii)
                        vj = T.axis.spatial(8, j)
                        C[vo * 16 + vi, vj] = A[vo * 16 + vi, vj]
