# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
        # with T.block("root"):
        for i_0_i_1_fused in range(6):
            with T.block("rows"):
                T.reads(A[0:6])
                T.writes(C[i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3])
                B = T.alloc_buffer((i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3 + 1,))
                for k in range(i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3 + 1):
                    with T.block("B"):
                        vk = T.axis.spatial(i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3 + 1, k)
                        T.reads(A[vk])
                        T.writes(B[vk])
                        B[vk] = A[vk] * T.float32(2.0)
                with T.block("C"):
                    T.reads(B[T.min(0, i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3):T.min(0, i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3) + (T.max(0, i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3) + 1 - T.min(0, i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3))])
                    T.writes(C[i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3])
                    C[i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3] = B[0] + B[i_0_i_1_fused // 3 * 3 + i_0_i_1_fused % 3]
