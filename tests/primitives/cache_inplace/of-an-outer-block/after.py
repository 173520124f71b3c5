# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((16, 16), scope="shared")
        for i in range(16):
            for ax0, ax1 in T.grid(1, 16):
                with T.block("C_shared"):
                    v0 = T.axis.spatial(16, i + ax0)
                    v1 = T.axis.spatial(16, ax1)
                    T.reads(C[v0, v1])
                    T.writes(C_shared[v0, v1])
                    C_shared[v0, v1] = C[v0, v1]
            with T.block("o"):
                vi = T.axis.spatial(16, i)
                T.reads(C_shared[vi, 0:16])
                T.writes(C_shared[vi, 0:16])
                for j in range(16):
                    with T.block("C"):
                        vj = T.axis.spatial(16, j)
                        T.reads(C_shared[vi, vj])
                        T.writes(C_shared[vi, vj])
                        C_shared[vi, vj] = C_shared[vi, vj] + T.float32(1.0)
            for ax0, ax1 in T.grid(1, 16):
                with T.block("C_shared"):
                    v0 = T.axis.spatial(16, i + ax0)
                    v1 = T.axis.spatial(16, ax1)
                    T.reads(C_shared[v0, v1])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_shared[v0, v1]
