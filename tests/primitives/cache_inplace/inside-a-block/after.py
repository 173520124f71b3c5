# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("o"):
                vi = T.axis.spatial(16, i)
                T.reads(C[vi, 0:16])
                T.writes(C[vi, 0:16])
                C_local = T.alloc_buffer((16, 16), scope="local")
                for j in range(16):
                    for ax0, ax1 in T.grid(1, 1):
                        with T.block("C_local"):
                            v0 = T.axis.spatial(16, vi + ax0)
                            v1 = T.axis.spatial(16, j + ax1)
                            T.reads(C[v0, v1])
                            T.writes(C_local[v0, v1])
                            C_local[v0, v1] = C[v0, v1]
                    with T.block("C"):
                        vj = T.axis.spatial(16, j)
                        T.reads(C_local[vi, vj])
                        T.writes(C_local[vi, vj])
                        C_local[vi, vj] = C_local[vi, vj] + T.float32(1.0)
                    for ax0, ax1 in T.grid(1, 1):
                        with T.block("C_local"):
                            v0 = T.axis.spatial(16, vi + ax0)
                            v1 = T.axis.spatial(16, j + ax1)
                            T.reads(C_local[v0, v1])
                            T.writes(C[v0, v1])
                            C[v0, v1] = C_local[v0, v1]
