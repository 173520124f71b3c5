# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(a: T.handle, d: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 24))
        D = T.match_buffer(d, (n, 24))
        # with T.block("root"):
        for i_j_fused_0, i_j_fused_1 in T.grid((n * 24 + 127) // 128, 128):
            with T.block("D"):
                vi = T.axis.spatial(n, (i_j_fused_0 * 128 + i_j_fused_1) // 24)
                vj = T.axis.spatial(24, (i_j_fused_0 * 128 + i_j_fused_1) % 24)
                T.where(i_j_fused_0 * 128 + i_j_fused_1 < n * 24)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj]
