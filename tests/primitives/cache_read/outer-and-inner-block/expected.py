from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((64, 8), scope="shared")
        for ax0, ax1 in T.grid(64, 8):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared[v0, v1])
                A_shared[v0, v1] = A[v0, v1]
        for io in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, io)
                T.reads(A_shared[vo * 16:vo * 16 + 16, 0:8])
                T.writes(C[vo * 16:vo * 16 + 16, 0:8])
                A_shared_local = T.alloc_buffer((16, 8), scope="local")
                for ax0, ax1 in T.grid(16, 8):
                    with T.block("A_shared_local"):
                        v0, v1 = T.axis.remap("SS", [ax0, ax1])
                        T.reads(A_shared[vo * 16 + v0, v1])
                        T.writes(A_shared_local[v0, v1])
                        A_shared_local[v0, v1] = A_shared[vo * 16 + v0, v1]
                for ii, j in T.grid(16, 8):
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [ii, j])
                        T.reads(A_shared_local[vi, vj])
                        T.writes(C[vo * 16 + vi, vj])
                        C[vo * 16 + vi, vj] = A_shared_local[vi, vj]
