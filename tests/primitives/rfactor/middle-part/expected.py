from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 16, 2))
        for i, j, k_0, k_1, k_2 in T.grid(20, 16, 2, 2, 3):
            with T.block("C_rf"):
                vk_1, vi, vj, vk_0, vk_2 = T.axis.remap("SSSRR", [k_1, i, j, k_0, k_2])
                T.reads(A[vi, vk_0 * 6 + vk_1 * 3 + vk_2], B[vk_0 * 6 + vk_1 * 3 + vk_2, vj])
                T.writes(C_rf[vi, vj, vk_1])
                with T.init():
                    C_rf[vi, vj, vk_1] = T.float32(0.0)
                C_rf[vi, vj, vk_1] = C_rf[vi, vj, vk_1] + A[vi, vk_0 * 6 + vk_1 * 3 + vk_2] * B[vk_0 * 6 + vk_1 * 3 + vk_2, vj]
        for i, j, k_1 in T.grid(20, 16, 2):
            with T.block("C"):
                vk_1, vi, vj = T.axis.remap("RSS", [k_1, i, j])
                T.reads(C_rf[vi, vj, vk_1])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vj, vk_1]
