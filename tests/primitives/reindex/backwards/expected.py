# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((8, 8))
        for ax0, ax1 in T.grid(8, 8):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[63 - v1 - v0 * 8])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[63 - v1 - v0 * 8]
        for i, j in T.grid(8, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_reindex[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A_reindex[vi, vj] * T.float32(2.0)
