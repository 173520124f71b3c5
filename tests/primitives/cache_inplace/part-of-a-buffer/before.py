from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((40,), "float32")):
        for o in range(1):
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C[10:30])
                T.writes(C[10:30])
                for i in range(20):
                    with T.block("C"):
                        vi = T.axis.spatial(20, i)
                        C[vi + 10] = C[vi + 10] + T.float32(1)
