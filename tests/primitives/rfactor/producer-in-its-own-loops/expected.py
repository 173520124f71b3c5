from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((20, 12))
        C_rf = T.alloc_buffer((4, 20))
        for i, k in T.grid(20, 12):
            with T.block("B"):
                vi, vk = T.axis.remap("SS", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi, vk])
                B[vi, vk] = A[vi, vk] * T.float32(2.0)
        for i, k_0, k_1 in T.grid(20, 3, 4):
            with T.block("C_rf"):
                vk_1, vi, vk_0 = T.axis.remap("SSR", [k_1, i, k_0])
                T.reads(B[vi, vk_0 * 4 + vk_1])
                T.writes(C_rf[vk_1, vi])
                with T.init():
                    C_rf[vk_1, vi] = T.float32(0.0)
                C_rf[vk_1, vi] = C_rf[vk_1, vi] + B[vi, vk_0 * 4 + vk_1]
        for i, k_1 in T.grid(20, 4):
            with T.block("C"):
                vk_1, vi = T.axis.remap("RS", [k_1, i])
                T.reads(C_rf[vk_1, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vk_1, vi]
