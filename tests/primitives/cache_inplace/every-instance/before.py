from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 8), "float32")):
        for o in range(1):
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C[0:16, 0:8])
                T.writes(C[0:16, 0:8])
                for i, j in T.grid(16, 8):
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        C[vi, vj] = C[vi, vj] * T.float32(2)
