# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 16, 5))
        for i_0, i_1, j, k_0, k_1 in T.grid(3, 7, 16, 3, 5):
            with T.block("C_rf"):
                vk_1 = T.axis.spatial(5, k_1)
                vi = T.axis.spatial(20, i_0 * 7 + i_1)
                vj, vk_0 = T.axis.remap("SR", [j, k_0])
                T.where(i_0 * 7 + i_1 < 20 and k_0 * 5 + k_1 < 12)
                T.reads(A[vi, vk_0 * 5 + vk_1], B[vk_0 * 5 + vk_1, vj])
                T.writes(C_rf[vi, vj, vk_1])
                with T.init():
                    C_rf[vi, vj, vk_1] = T.float32(0.0)
                C_rf[vi, vj, vk_1] = C_rf[vi, vj, vk_1] + A[vi, vk_0 * 5 + vk_1] * B[vk_0 * 5 + vk_1, vj]
        for i_0, i_1, j, k_1 in T.grid(3, 7, 16, 5):
            with T.block("C"):
                vk_1 = T.axis.reduce(5, k_1)
                vi = T.axis.spatial(20, i_0 * 7 + i_1)
                vj = T.axis.spatial(16, j)
                T.where(i_0 * 7 + i_1 < 20)
                T.reads(C_rf[vi, vj, vk_1])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + C_rf[vi, vj, vk_1]
