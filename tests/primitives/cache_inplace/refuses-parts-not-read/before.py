from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16,), "float32")):
        for o in range(1):
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C[0:8])
                T.writes(C[0:16])
                for i in range(8):
                    with T.block("C"):
                        vi = T.axis.spatial(8, i)
                        T.reads(C[vi])
                        T.writes(C[vi * 2])
                        C[vi * 2] = C[vi] + T.float32(1)
