from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(16), T.int64(4)), "float16"), C: T.Buffer((T.int64(4), T.int64(16)), "float16")):
        # with T.block("root"):
        A_reindex = T.alloc_buffer((T.int64(4), T.int64(16)), "float16")
        for ax0, ax1 in T.grid(T.int64(4), T.int64(16)):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v1, v0])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v1, v0]
        for i, j in T.grid(T.int64(4), T.int64(16)):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_reindex[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_reindex[vi, vj]
