from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 8), "float32"), B: T.Buffer((8, 10), "float32"), C: T.Buffer((12, 10), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((12, 8))
        B_reindex = T.alloc_buffer((10, 8))
        C_reindex = T.alloc_buffer((12, 10))
        for ax0, ax1 in T.grid(12, 8):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v0, v1]
        for ax0, ax1 in T.grid(10, 8):
            with T.block("B_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v1, v0])
                T.writes(B_reindex[v0, v1])
                B_reindex[v0, v1] = B[v1, v0]
        for i, j, k in T.grid(12, 10, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_reindex[vi, vk], B_reindex[vj, vk])
                T.writes(C_reindex[vi, vj])
                with T.init():
                    C_reindex[vi, vj] = T.float32(0.0)
                C_reindex[vi, vj] = C_reindex[vi, vj] + A_reindex[vi, vk] * B_reindex[vj, vk]
        for ax0, ax1 in T.grid(12, 10):
            with T.block("C_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_reindex[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_reindex[v0, v1]
