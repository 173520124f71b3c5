from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((1, 16, 1), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((1, 16))
        C_reindex = T.alloc_buffer((1, 16, 1))
        for ax0, ax1 in T.grid(1, 16):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v0, v1]
        for i, j, u in T.grid(1, 16, 1):
            with T.block("C"):
                vi, vj, vu = T.axis.remap("SSS", [i, j, u])
                T.reads(A_reindex[vi, vj])
                T.writes(C_reindex[vi, vj, vu])
                C_reindex[vi, vj, vu] = A_reindex[vi, vj]
        for ax0, ax1, ax2 in T.grid(1, 16, 1):
            with T.block("C_reindex"):
                v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(C_reindex[v0, v1, v2])
                T.writes(C[v0, v1, v2])
                C[v0, v1, v2] = C_reindex[v0, v1, v2]
