from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 8), "float32"), B: T.Buffer((8, 10), "float32"), C: T.Buffer((12, 10), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((12, 8))
        C_reindex = T.alloc_buffer((12, 10))
        for ax0, ax1 in T.grid(12, 8):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v0, v1]
        for i_0, j, i_1, k in T.grid(3, 10, 5, 8):
            with T.block("C"):
                vi = T.axis.spatial(12, i_0 * 5 + i_1)
                vj, vk = T.axis.remap("SR", [j, k])
                T.where(i_0 * 5 + i_1 < 12)
                T.reads(A_reindex[vi, vk], B[vk, vj])
                T.writes(C_reindex[vi, vj])
                with T.init():
                    C_reindex[vi, vj] = T.float32(0.0)
                C_reindex[vi, vj] = C_reindex[vi, vj] + A_reindex[vi, vk] * B[vk, vj]
        for ax0, ax1 in T.grid(12, 10):
            with T.block("C_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_reindex[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_reindex[v0, v1]
