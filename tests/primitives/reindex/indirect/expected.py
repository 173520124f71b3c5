from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        P = T.alloc_buffer((16,), "int32")
        P_reindex = T.alloc_buffer((16,), "int32")
        for i in range(16):
            with T.block("P"):
                vi = T.axis.spatial(16, i)
                T.reads()
                T.writes(P[vi])
                P[vi] = (vi * 5 + 3) % 16
        for ax0 in range(16):
            with T.block("P_reindex_reindex"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(P[v0])
                T.writes(P_reindex[v0])
                P_reindex[v0] = P[v0]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:16], P_reindex[vi])
                T.writes(C[vi])
                C[vi] = A[P_reindex[vi]]
