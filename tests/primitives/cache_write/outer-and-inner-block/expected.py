from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((64, 8), scope="shared")
        for io in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, io)
                T.reads(A[vo * 16:vo * 16 + 16, 0:8])
                T.writes(C_shared[vo * 16:vo * 16 + 16, 0:8])
                C_shared_local = T.alloc_buffer((16, 8), scope="local")
                for ii, j in T.grid(16, 8):
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [ii, j])
                        T.reads(A[vo * 16 + vi, vj])
                        T.writes(C_shared_local[vi, vj])
                        C_shared_local[vi, vj] = A[vo * 16 + vi, vj]
                for ax0, ax1 in T.grid(16, 8):
                    with T.block("C_shared_local"):
                        v0, v1 = T.axis.remap("SS", [ax0, ax1])
                        T.reads(C_shared_local[v0, v1])
                        T.writes(C_shared[vo * 16 + v0, v1])
                        C_shared[vo * 16 + v0, v1] = C_shared_local[v0, v1]
        for ax0, ax1 in T.grid(64, 8):
            with T.block("C_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_shared[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_shared[v0, v1]
