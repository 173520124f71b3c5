from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((20, 4, 16))
        for i in T.parallel(20, annotations={"of_loop": 1}):
            for j in T.vectorized(16):
                for k_0 in T.unroll(3):
                    for k_1 in T.serial(4, annotations={"of_factored": 1}):
                        with T.block("C_rf"):
                            vk_1, vi, vj, vk_0 = T.axis.remap("SSSR", [k_1, i, j, k_0])
                            T.reads(A[vi, vk_0 * 4 + vk_1], B[vk_0 * 4 + vk_1, vj])
                            T.writes(C_rf[vi, vk_1, vj])
                            T.block_attr({"of_block": 2})
                            with T.init():
                                C_rf[vi, vk_1, vj] = T.float32(0.0)
                            C_rf[vi, vk_1, vj] = C_rf[vi, vk_1, vj] + A[vi, vk_0 * 4 + vk_1] * B[vk_0 * 4 + vk_1, vj]
        for i in T.parallel(20, annotations={"of_loop": 1}):
            for j in T.vectorized(16):
                for k_1 in T.serial(4, annotations={"of_factored": 1}):
                    with T.block("C"):
                        vk_1, vi, vj = T.axis.remap("RSS", [k_1, i, j])
                        T.reads(C_rf[vi, vk_1, vj])
                        T.writes(C[vi, vj])
                        T.block_attr({"of_block": 2})
                        with T.init():
                            C[vi, vj] = T.float32(0.0)
                        C[vi, vj] = C[vi, vj] + C_rf[vi, vk_1, vj]
