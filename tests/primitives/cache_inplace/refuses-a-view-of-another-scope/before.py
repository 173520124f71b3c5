from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16,), "float32")):
        for o in range(1):
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C[0:16])
                T.writes(C[0:16])
                X = T.match_buffer(C[0:16], (16,), "float32", offset_factor=1)
                for i in range(16):
                    X[i] = X[i] + T.float32(1)
