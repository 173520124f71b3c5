from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6), "int8"), D: T.Buffer((8, 6), "int8"), C: T.Buffer((8,), "int8")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((3, 8), "int8")
        for i, k_0, k_1 in T.grid(8, 2, 3):
            with T.block("C_rf"):
                vk_1, vi, vk_0 = T.axis.remap("SSR", [k_1, i, k_0])
                T.reads(A[vi, vk_0 * 3 + vk_1])
                T.writes(C_rf[vk_1, vi])
                with T.init():
                    C_rf[vk_1, vi] = T.int8(-128)
                C_rf[vk_1, vi] = T.max(C_rf[vk_1, vi], A[vi, vk_0 * 3 + vk_1])
        for i, k_1 in T.grid(8, 3):
            with T.block("C"):
                vk_1, vi = T.axis.remap("RS", [k_1, i])
                T.reads(C_rf[vk_1, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.int8(-128)
                C[vi] = T.max(C[vi], C_rf[vk_1, vi])
