# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(var_A: T.handle, var_C: T.handle, n: T.int32):
        A = T.match_buffer(var_A, (n, 128))
        C = T.match_buffer(var_C, (n, 128))
        # with T.block("root"):
        B = T.alloc_buffer((n, 128))
        for i_j_fused_0 in range((n * 128 + 99) // 100):
            for i_j_fused_1 in range(100):
                with T.block("B"):
                    vi = T.axis.spatial(n, (i_j_fused_0 * 100 + i_j_fused_1) // 128)
                    vj = T.axis.spatial(128, (i_j_fused_0 * 100 + i_j_fused_1) % 128)
                    T.where(i_j_fused_0 * 100 + i_j_fused_1 < n * 128)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
            for ax0, ax1 in T.grid((i_j_fused_0 * 100 % 128 + 99) // 128 + 1, 128):
                with T.block("C"):
                    vi = T.axis.spatial(n, i_j_fused_0 * 100 // 128 + ax0)
                    vj = T.axis.spatial(128, ax1)
                    T.where(i_j_fused_0 * 100 // 128 + ax0 < n)
                    T.reads(B[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj] + T.float32(1.0)
