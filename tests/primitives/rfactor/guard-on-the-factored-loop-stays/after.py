# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 16, 14))
        for i, j, k_0_k_1_fused in T.grid(20, 16, 14):
            with T.block("C_rf"):
                vk_0_k_1_fused, vi, vj = T.axis.remap("SSS", [k_0_k_1_fused, i, j])
                T.where(k_0_k_1_fused // 7 * 7 + k_0_k_1_fused % 7 < 12)
                T.reads(A[vi, vk_0_k_1_fused], B[vk_0_k_1_fused, vj])
                T.writes(C_rf[vi, vj, vk_0_k_1_fused])
                C_rf[vi, vj, vk_0_k_1_fused] = A[vi, vk_0_k_1_fused] * B[vk_0_k_1_fused, vj]
        for i, j, k_0_k_1_fused in T.grid(20, 16, 14):
            with T.block("C"):
                vk_0_k_1_fused, vi, vj = T.axis.remap("RSS", [k_0_k_1_fused, i, j])
                T.where(k_0_k_1_fused // 7 * 7 + k_0_k_1_fused % 7 < 12)
                T.reads(C_rf[vi, vj, vk_0_k_1_fused])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vj, vk_0_k_1_fused]
