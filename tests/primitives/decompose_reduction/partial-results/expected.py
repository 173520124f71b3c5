from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((4, 20, 16))
        for i, j in T.grid(20, 16):
            for k_1_init in range(4):
                with T.block("C_rf_init"):
                    vk_1, vi, vj = T.axis.remap("SSS", [k_1_init, i, j])
                    T.reads()
                    T.writes(C_rf[vk_1, vi, vj])
                    C_rf[vk_1, vi, vj] = T.float32(0.0)
            for k_0, k_1 in T.grid(3, 4):
                with T.block("C_rf_update"):
                    vk_1, vi, vj, vk_0 = T.axis.remap("SSSR", [k_1, i, j, k_0])
                    T.reads(C_rf[vk_1, vi, vj], A[vi, vk_0 * 4 + vk_1], B[vk_0 * 4 + vk_1, vj])
                    T.writes(C_rf[vk_1, vi, vj])
                    C_rf[vk_1, vi, vj] = C_rf[vk_1, vi, vj] + A[vi, vk_0 * 4 + vk_1] * B[vk_0 * 4 + vk_1, vj]
        for i, j, k_1 in T.grid(20, 16, 4):
            with T.block("C"):
                vk_1, vi, vj = T.axis.remap("RSS", [k_1, i, j])
                T.reads(C_rf[vk_1, vi, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vk_1, vi, vj]
