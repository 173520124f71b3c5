# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(var_A: T.handle, var_C: T.handle, n: T.int64):
        A = T.match_buffer(var_A, (n, T.int64(128)))
        C = T.match_buffer(var_C, (n, T.int64(128)))
        # with T.block("root"):
        B = T.alloc_buffer((n, T.int64(128)))
        for i_j_fused_0, i_j_fused_1 in T.grid((n * T.int64(128) + T.int64(255)) // T.int64(256), T.int64(256)):
            with T.block("B"):
                vi = T.axis.spatial(n, (i_j_fused_0 * T.int64(256) + i_j_fused_1) // T.int64(128))
                vj = T.axis.spatial(T.int64(128), (i_j_fused_0 * T.int64(256) + i_j_fused_1) % T.int64(128))
                T.where(i_j_fused_0 * T.int64(256) + i_j_fused_1 < n * T.int64(128))
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)
            with T.block("C"):
                vi = T.axis.spatial(n, i_j_fused_0 * T.int64(2) + i_j_fused_1 // T.int64(128))
                vj = T.axis.spatial(T.int64(128), i_j_fused_1 % T.int64(128))
                T.where(i_j_fused_0 * T.int64(2) + i_j_fused_1 // T.int64(128) < n)
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj] + T.float32(1.0)
