# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "float32"), C: T.Buffer((9,), "float32")):
        # with T.block("root"):
        P = T.alloc_buffer((9,), "int32")
        P_reindex = T.alloc_buffer((9,), "int32")
        for i in range(9):
            with T.block("P"):
                vi = T.axis.spatial(9, i)
                T.reads()
                T.writes(P[vi])
                P[vi] = 8 - vi
        for ax0 in range(9):
            with T.block("P_reindex_reindex"):
                v0 = T.axis.spatial(9, ax0)
                T.reads(P[v0])
                T.writes(P_reindex[v0])
                P_reindex[v0] = P[v0]
        for i in range(9):
            with T.block("C"):
                vi = T.axis.spatial(9, i)
                T.reads(A[P_reindex[vi]], P_reindex[vi])
                T.writes(C[vi])
                C[vi] = A[P_reindex[vi]] * T.float32(2.0)
