from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((8, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 8), scope="shared")
        B_reindex = T.alloc_buffer((8, 16), scope="shared")
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj]
        for ax0, ax1 in T.grid(8, 16):
            with T.block("B_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v1, v0])
                T.writes(B_reindex[v0, v1])
                B_reindex[v0, v1] = B[v1, v0]
        for i, j in T.grid(8, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B_reindex[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B_reindex[vi, vj]
