from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((1, 16, 1), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((16,))
        C_reindex = T.alloc_buffer((16,))
        for ax0 in range(16):
            with T.block("A_reindex_reindex"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(A[0, v0])
                T.writes(A_reindex[v0])
                A_reindex[v0] = A[0, v0]
        for i, j, u in T.grid(1, 16, 1):
            with T.block("C"):
                vi, vj, vu = T.axis.remap("SSS", [i, j, u])
                T.reads(A_reindex[vj])
                T.writes(C_reindex[vj])
                C_reindex[vj] = A_reindex[vj]
        for ax0 in range(16):
            with T.block("C_reindex"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(C_reindex[v0])
                T.writes(C[0, v0, 0])
                C[0, v0, 0] = C_reindex[v0]
