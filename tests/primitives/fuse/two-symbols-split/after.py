# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle):
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m))
        D = T.match_buffer(d, (n, m))
        # with T.block("root"):
        for i_j_fused_0, i_j_fused_1 in T.grid((n * m + 31) // 32, 32):
            with T.block("D"):
                vi = T.axis.spatial(n, (i_j_fused_0 * 32 + i_j_fused_1) // m)
                vj = T.axis.spatial(m, (i_j_fused_0 * 32 + i_j_fused_1) % m)
                T.where(i_j_fused_0 * 32 + i_j_fused_1 < n * m)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj]
