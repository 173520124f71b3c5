from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_global = T.alloc_buffer((16,))
        for o in range(1):
            for ax0 in range(16):
                with T.block("C_global"):
                    v0 = T.axis.spatial(16, ax0)
                    T.reads(C[v0])
                    T.writes(C_global[v0])
                    C_global[v0] = C[v0]
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C_global[0:16])
                T.writes(C_global[0:16])
                X = T.match_buffer(C_global[0:16], (16,), offset_factor=1)
                for i in range(16):
                    X[i] = X[i] + T.float32(1.0)
            for ax0 in range(16):
                with T.block("C_global"):
                    v0 = T.axis.spatial(16, ax0)
                    T.reads(C_global[v0])
                    T.writes(C[v0])
                    C[v0] = C_global[v0]
