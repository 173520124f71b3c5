# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 16, 5))
        for i, j, k_0, k_1 in T.grid(20, 16, 5, 3):
            with T.block("C_rf"):
                vk_0, vi, vj, vk_1 = T.axis.remap("SSSR", [k_0, i, j, k_1])
                T.where(k_0 * 3 + k_1 < 12)
                T.reads(A[vi, vk_0 * 3 + vk_1], B[vk_0 * 3 + vk_1, vj])
                T.writes(C_rf[vi, vj, vk_0])
                with T.init():
                    C_rf[vi, vj, vk_0] = T.float32(0.0)
                C_rf[vi, vj, vk_0] = C_rf[vi, vj, vk_0] + A[vi, vk_0 * 3 + vk_1] * B[vk_0 * 3 + vk_1, vj]
        for i, j, k_0 in T.grid(20, 16, 5):
            with T.block("C"):
                vk_0, vi, vj = T.axis.remap("RSS", [k_0, i, j])
                T.where(k_0 * 3 < 12)
                T.reads(C_rf[vi, vj, vk_0])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vj, vk_0]
