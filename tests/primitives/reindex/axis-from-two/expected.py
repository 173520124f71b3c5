from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((18,))
        C_reindex = T.alloc_buffer((18,))
        for ax0 in range(2, 18):
            with T.block("A_reindex_reindex"):
                v0 = T.axis.spatial((2, 18), ax0)
                T.reads(A[v0])
                T.writes(A_reindex[v0])
                A_reindex[v0] = A[v0]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial((2, 18), i + 2)
                T.reads(A_reindex[vi])
                T.writes(C_reindex[vi])
                C_reindex[vi] = A_reindex[vi]
        for ax0 in range(2, 18):
            with T.block("C_reindex"):
                v0 = T.axis.spatial((2, 18), ax0)
                T.reads(C_reindex[v0])
                T.writes(C[v0 - 2])
                C[v0 - 2] = C_reindex[v0]
