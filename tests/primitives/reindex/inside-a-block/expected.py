from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:16])
                T.writes(C[vi, 0:16])
                A_reindex = T.alloc_buffer((16,))
                C_reindex = T.alloc_buffer((16,))
                for ax0 in range(16):
                    with T.block("A_reindex_reindex"):
                        v0 = T.axis.spatial(16, ax0)
                        T.reads(A[vi, 15 - v0])
                        T.writes(A_reindex[v0])
                        A_reindex[v0] = A[vi, 15 - v0]
                for j in range(16):
                    with T.block("C"):
                        vj = T.axis.spatial(16, j)
                        T.reads(A_reindex[vj])
                        T.writes(C_reindex[vj])
                        C_reindex[vj] = A_reindex[vj]
                for ax0 in range(16):
                    with T.block("C_reindex"):
                        v0 = T.axis.spatial(16, ax0)
                        T.reads(C_reindex[v0])
                        T.writes(C[vi, v0])
                        C[vi, v0] = C_reindex[v0]
