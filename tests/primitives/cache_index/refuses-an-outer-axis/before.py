from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, i)
                T.reads(A[0:100])
                T.writes(B[vo * 4:vo * 4 + 4])
                for j in range(4):
                    with T.block("B"):
                        vi = T.axis.spatial(4, j)
                        B[vo * 4 + vi] = A[vo * 20 + vi * 5] + A[vi + 1]
