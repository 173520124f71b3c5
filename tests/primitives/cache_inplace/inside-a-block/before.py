from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 16), "float32")):
        for i in range(16):
            with T.block("o"):
                vi = T.axis.spatial(16, i)
                T.reads(C[vi, 0:16])
                T.writes(C[vi, 0:16])
                for j in range(16):
                    with T.block("C"):
                        vj = T.axis.spatial(16, j)
                        C[vi, vj] = C[vi, vj] + T.float32(1)
