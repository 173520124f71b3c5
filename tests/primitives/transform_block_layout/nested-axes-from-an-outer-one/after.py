# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class MatmulBlockModule:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(2, 2, 2):
            with T.block("C_o"):
                v0, v1, v2 = T.axis.remap("SSR", [ax0, ax1, ax2])
                T.reads(A[v1 * 16:v1 * 16 + 16, v2 * 16:v2 * 16 + 16], B[v2 * 16:v2 * 16 + 16, v0 * 16:v0 * 16 + 16])
                T.writes(C[v1 * 16:v1 * 16 + 16, v0 * 16:v0 * 16 + 16])
                C_shared = T.alloc_buffer((32, 32), scope="shared")
                with T.init():
                    for i_1, j_1 in T.grid(16, 16):
                        with T.block("C_init"):
                            vi_i_init, vj_i_init = T.axis.remap("SS", [i_1, j_1])
                            T.reads()
                            T.writes(C[v1 * 16 + vi_i_init, v0 * 16 + vj_i_init])
                            C[v1 * 16 + vi_i_init, v0 * 16 + vj_i_init] = T.float32(0.0)
                for i_1, j_1, k_1 in T.grid(16, 16, 16):
                    for ax0_1 in range(1):
                        with T.block("C_shared_o"):
                            v0_o = T.axis.spatial((v1 * 16, v1 * 16 + 16), v1 * 16 + i_1 + ax0_1)
                            v1_o = T.axis.spatial((v0 * 16, v0 * 16 + 16), v0 * 16 + j_1)
                            T.reads(C[v0_o, v1_o])
                            T.writes(C_shared[v0_o, v1_o])
                            for u, ax1_1 in T.grid(1, 1):
                                with T.block("C_shared"):
                                    T.reads(C[v0_o, v1_o])
                                    T.writes(C_shared[v0_o, v1_o])
                                    C_shared[v0_o, v1_o] = C[v0_o, v1_o]
                    with T.block("C"):
                        vi_i, vj_i, vk_i = T.axis.remap("SSR", [i_1, j_1, k_1])
                        T.reads(C_shared[v1 * 16 + vi_i, v0 * 16 + vj_i], A[v1 * 16 + vi_i, v2 * 16 + vk_i], B[v2 * 16 + vk_i, v0 * 16 + vj_i])
                        T.writes(C_shared[v1 * 16 + vi_i, v0 * 16 + vj_i])
                        C_shared[v1 * 16 + vi_i, v0 * 16 + vj_i] = C_shared[v1 * 16 + vi_i, v0 * 16 + vj_i] + A[v1 * 16 + vi_i, v2 * 16 + vk_i] * B[v2 * 16 + vk_i, v0 * 16 + vj_i]
                    for ax0_1, ax1_1 in T.grid(1, 1):
                        with T.block("C_shared"):
                            v0_1 = T.axis.spatial(32, v1 * 16 + i_1 + ax0_1)
                            v1_1 = T.axis.spatial(32, v0 * 16 + j_1 + ax1_1)
                            T.reads(C_shared[v0_1, v1_1])
                            T.writes(C[v0_1, v1_1])
                            C[v0_1, v1_1] = C_shared[v0_1, v1_1]
