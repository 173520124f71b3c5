from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 3, 16))
        for i, j, k_0, u, k_1 in T.grid(20, 16, 3, 1, 4):
            with T.block("C_rf"):
                vk_0, vi, vj, vk_1 = T.axis.remap("SSSR", [k_0, i, j, k_1])
                T.reads(A[vi, vk_0 * 4 + vk_1], B[vk_0 * 4 + vk_1, vj])
                T.writes(C_rf[vi, vk_0, vj])
                with T.init():
                    C_rf[vi, vk_0, vj] = T.float32(0.0)
                C_rf[vi, vk_0, vj] = C_rf[vi, vk_0, vj] + A[vi, vk_0 * 4 + vk_1] * B[vk_0 * 4 + vk_1, vj]
        for i, j, k_0, u in T.grid(20, 16, 3, 1):
            with T.block("C"):
                vk_0, vi, vj = T.axis.remap("RSS", [k_0, i, j])
                T.reads(C_rf[vi, vk_0, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vk_0, vj]
