from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((100,))
        C_reindex = T.alloc_buffer((100,))
        for ax0 in range(100):
            with T.block("A_reindex_reindex"):
                v0 = T.axis.spatial(100, ax0)
                T.reads(A[99 - v0])
                T.writes(A_reindex[v0])
                A_reindex[v0] = A[99 - v0]
        for i, j in T.grid(7, 16):
            with T.block("C"):
                vi = T.axis.spatial(100, i * 16 + j)
                T.where(i * 16 + j < 100)
                T.reads(A_reindex[vi])
                T.writes(C_reindex[vi])
                C_reindex[vi] = A_reindex[vi]
        for ax0 in range(100):
            with T.block("C_reindex"):
                v0 = T.axis.spatial(100, ax0)
                T.reads(C_reindex[v0])
                T.writes(C[v0])
                C[v0] = C_reindex[v0]
