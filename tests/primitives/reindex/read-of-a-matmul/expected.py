from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 8), "float32"), B: T.Buffer((8, 10), "float32"), C: T.Buffer((12, 10), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((12, 8))
        for ax0, ax1 in T.grid(12, 8):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v0, v1]
        for i, j, k in T.grid(12, 10, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_reindex[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A_reindex[vi, vk] * B[vk, vj]
