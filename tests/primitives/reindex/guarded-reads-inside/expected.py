from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((16,))
        for ax0 in range(16):
            with T.block("A_reindex_reindex"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(A[v0])
                T.writes(A_reindex[v0])
                A_reindex[v0] = A[v0]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A_reindex[vi])
                T.writes(C[vi])
                C[vi] = T.if_then_else(vi < 8, A_reindex[vi], T.float32(0.0))
