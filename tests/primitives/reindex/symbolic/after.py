# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, c: T.handle, n: T.int32):
        A = T.match_buffer(a, (n, 16))
        C = T.match_buffer(c, (16, n))
        # with T.block("root"):
        A_reindex = T.alloc_buffer((16, n))
        for ax0, ax1 in T.grid(16, n):
            with T.block("A_reindex_reindex"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v1, v0])
                T.writes(A_reindex[v0, v1])
                A_reindex[v0, v1] = A[v1, v0]
        for i, j in T.grid(16, n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_reindex[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_reindex[vi, vj]
