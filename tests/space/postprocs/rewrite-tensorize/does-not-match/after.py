# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "uint8"), B: T.Buffer((8, 32, 16, 4), "int8"), C: T.Buffer((128, 128), "int32")):
        # with T.block("root"):
        for i, j_0 in T.grid(128, 8):
            with T.block("C_o_init"):
                vi_o, vj_o = T.axis.remap("SS", [i, j_0])
                T.reads()
                T.writes(C[vi_o, vj_o * 16:vj_o * 16 + 16])
                for j_1 in T.vectorized(16):
                    with T.block("C_init"):
                        vj_i_init = T.axis.spatial(16, j_1)
                        T.reads()
                        T.writes(C[vi_o, vj_o * 16 + vj_i_init])
                        C[vi_o, vj_o * 16 + vj_i_init] = 0
            for k_0 in range(32):
                with T.block("C_o_update"):
                    vi_o, vj_o, vk_o = T.axis.remap("SSR", [i, j_0, k_0])
                    T.reads(C[vi_o, vj_o * 16:vj_o * 16 + 16], A[vi_o, vk_o * 4:vk_o * 4 + 4], B[vj_o, vk_o, 0:16, 0:4])
                    T.writes(C[vi_o, vj_o * 16:vj_o * 16 + 16])
                    for j_1, k_1 in T.grid(16, 4):
                        with T.block("C"):
                            vj_i, vk_i = T.axis.remap("SR", [j_1, k_1])
                            T.reads(C[vi_o, vj_o * 16 + vj_i], A[vi_o, vk_o * 4 + vk_i], B[vj_o, vk_o, vj_i, vk_i])
                            T.writes(C[vi_o, vj_o * 16 + vj_i])
                            C[vi_o, vj_o * 16 + vj_i] = C[vi_o, vj_o * 16 + vj_i] + T.Cast("int32", A[vi_o, vk_o * 4 + vk_i]) * T.Cast("int32", B[vj_o, vk_o, vj_i, vk_i])
