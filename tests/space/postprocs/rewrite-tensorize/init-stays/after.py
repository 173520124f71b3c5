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
                T.block_attr({"meta_schedule.auto_tensorize": ""})
                for j_1 in range(16):
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
                    A_1 = T.match_buffer(A[vi_o, vk_o * 4:vk_o * 4 + 4], (4,), "uint8", offset_factor=1)
                    B_1 = T.match_buffer(B[vj_o, vk_o, 0:16, 0:4], (16, 4), "int8", offset_factor=1)
                    C_1 = T.match_buffer(C[vi_o, vj_o * 16:vj_o * 16 + 16], (16,), "int32", offset_factor=1)
                    four: T.uint8x4 = A_1[T.Ramp(0, 1, 4)]
                    word: T.int32 = T.reinterpret("int32", four)
                    matrix: T.int8x64 = B_1[0, T.Ramp(0, 1, 64)]
                    words: T.int32x16 = T.reinterpret("int32x16", matrix)
                    sums: T.int32x16 = C_1[T.Ramp(0, 1, 16)]
                    C_1[0:16] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", sums, T.Broadcast(word, 16), words)
