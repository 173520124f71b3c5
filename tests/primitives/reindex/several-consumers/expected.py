from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 8), "float32"), C: T.Buffer((8, 12), "float32"), D: T.Buffer((12, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((8, 12))
        B_reindex = T.alloc_buffer((12, 8))
        for i, j in T.grid(12, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(B_reindex[vi, vj])
                B_reindex[vi, vj] = A[vi, vj] * T.float32(2.0)
        for ax0, ax1 in T.grid(12, 8):
            with T.block("B_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B_reindex[v0, v1])
                T.writes(B[v1, v0])
                B[v1, v0] = B_reindex[v0, v1]
        for i, j in T.grid(8, 12):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj], A[vj, vi])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj] + A[vj, vi] + A[vj, vi]
        for i, j in T.grid(12, 8):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vj, vi])
                T.writes(D[vi, vj])
                D[vi, vj] = B[vj, vi]
