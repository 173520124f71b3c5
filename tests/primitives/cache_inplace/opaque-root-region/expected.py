from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16, 8), scope="local")
        for o in range(1):
            for ax0, ax1 in T.grid(16, 8):
                with T.block("C_local"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.reads(C[v0, v1])
                    T.writes(C_local[v0, v1])
                    T.block_attr({"first": 1})
                    C_local[v0, v1] = C[v0, v1]
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C_local[0:16, 0:8])
                T.writes(C_local[0:16, 0:8])
                for i, j in T.grid(16, 8):
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(C_local[vi, vj])
                        T.writes(C_local[vi, vj])
                        C_local[vi, vj] = C_local[vi, vj] * T.float32(2.0)
            for ax0, ax1 in T.grid(16, 8):
                with T.block("C_local"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.reads(C_local[v0, v1])
                    T.writes(C[v0, v1])
                    T.block_attr({"second": 2})
                    C[v0, v1] = C_local[v0, v1]
