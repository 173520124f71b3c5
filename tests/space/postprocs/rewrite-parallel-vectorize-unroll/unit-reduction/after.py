# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        for i_j_fused_0 in T.parallel(128, annotations={"pragma_auto_unroll_max_step": 64, "pragma_unroll_explicit": 1}):
            for i_j_fused_1 in T.vectorized(16):
                with T.block("B"):
                    vi = T.axis.spatial(64, (i_j_fused_0 * 16 + i_j_fused_1) // 32)
                    vj = T.axis.spatial(32, (i_j_fused_0 * 16 + i_j_fused_1) % 32)
                    vk = T.axis.reduce(1, 0)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    with T.init():
                        B[vi, vj] = T.float32(0.0)
                    B[vi, vj] = B[vi, vj] + A[vi, vj]
        for i_fused_0 in T.parallel(4):
            for i_fused_1 in T.vectorized(16, annotations={"pragma_auto_unroll_max_step": 64, "pragma_unroll_explicit": 1}):
                with T.block("C"):
                    vi = T.axis.spatial(64, i_fused_0 * 16 + i_fused_1)
                    vk = T.axis.reduce(1, 0)
                    T.reads(A[vi, 0])
                    T.writes(C[vi])
                    with T.init():
                        C[vi] = T.float32(0.0)
                    C[vi] = C[vi] + A[vi, 0]
