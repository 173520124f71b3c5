# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        for o in range(1):
            with T.block("update"):
                vo = T.axis.spatial(1, o)
                T.reads(C[0:16, 0:8])
                T.writes(C[0:16, 0:8])
                C_local = T.alloc_buffer((16, 8), scope="local")
                for i, j in T.grid(16, 8):
                    for ax0, ax1 in T.grid(1, 1):
                        with T.block("C_local"):
                            v0 = T.axis.spatial(16, i + ax0)
                            v1 = T.axis.spatial(8, j + ax1)
                            T.reads(C[v0, v1])
                            T.writes(C_local[v0, v1])
                            C_local[v0, v1] = C[v0, v1]
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        T.reads(C_local[vi, vj])
                        T.writes(C_local[vi, vj])
                        C_local[vi, vj] = C_local[vi, vj] * T.float32(2.0)
                    for ax0, ax1 in T.grid(1, 1):
                        with T.block("C_local"):
                            v0 = T.axis.spatial(16, i + ax0)
                            v1 = T.axis.spatial(8, j + ax1)
                            T.reads(C_local[v0, v1])
                            T.writes(C[v0, v1])
                            C[v0, v1] = C_local[v0, v1]
