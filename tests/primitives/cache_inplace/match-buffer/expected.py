from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16,), scope="local")
        for o in range(1):
            for ax0 in range(16):
                with T.block("C_local"):
                    v0 = T.axis.spatial(16, ax0)
                    T.reads(C[v0])
                    T.writes(C_local[v0])
                    C_local[v0] = C[v0]
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C_local[0:16])
                T.writes(C_local[0:16])
                X = T.match_buffer(C_local[0:16], (16,), offset_factor=1)
                for i in range(16):
                    X[i] = X[i] + T.float32(1.0)
            for ax0 in range(16):
                with T.block("C_local"):
                    v0 = T.axis.spatial(16, ax0)
                    T.reads(C_local[v0])
                    T.writes(C[v0])
                    C[v0] = C_local[v0]
