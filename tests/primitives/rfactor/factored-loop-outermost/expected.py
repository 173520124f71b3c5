from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 2, 16))
        for k_2, k_1, i, k_0, j in T.grid(2, 3, 20, 2, 16):
            with T.block("C_rf"):
                vk_2, vi, vj, vk_0, vk_1 = T.axis.remap("SSSRR", [k_2, i, j, k_0, k_1])
                T.reads(A[vi, vk_0 * 6 + vk_1 * 2 + vk_2], B[vk_0 * 6 + vk_1 * 2 + vk_2, vj])
                T.writes(C_rf[vi, vk_2, vj])
                with T.init():
                    C_rf[vi, vk_2, vj] = T.float32(0.0)
                C_rf[vi, vk_2, vj] = C_rf[vi, vk_2, vj] + A[vi, vk_0 * 6 + vk_1 * 2 + vk_2] * B[vk_0 * 6 + vk_1 * 2 + vk_2, vj]
        for k_2, i, j in T.grid(2, 20, 16):
            with T.block("C"):
                vk_2, vi, vj = T.axis.remap("RSS", [k_2, i, j])
                T.reads(C_rf[vi, vk_2, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vk_2, vj]
