# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "uint8"), B: T.Buffer((32, 32), "uint8"), C: T.Buffer((32, 32), "uint32")):
        # with T.block("root"):
        for i, j_0 in T.grid(32, 8):
            for j_1_init in range(4):
                with T.block("matmul_init"):
                    vi = T.axis.spatial(32, i)
                    vj = T.axis.spatial(32, j_0 * 4 + j_1_init)
                    T.reads()
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.uint32(0)
            for k_0 in range(8):
                with T.block("matmul_update_o"):
                    vi_o, vj_o, vk_o = T.axis.remap("SSR", [i, j_0, k_0])
                    T.reads(C[vi_o, vj_o * 4:vj_o * 4 + 4], A[vi_o, vk_o * 4:vk_o * 4 + 4], B[vj_o * 4:vj_o * 4 + 4, vk_o * 4:vk_o * 4 + 4])
                    T.writes(C[vi_o, vj_o * 4:vj_o * 4 + 4])
                    A_1 = T.match_buffer(A[vi_o, vk_o * 4:vk_o * 4 + 4], (4,), "uint8", offset_factor=1)
                    B_1 = T.match_buffer(B[vj_o * 4:vj_o * 4 + 4, vk_o * 4:vk_o * 4 + 4], (4, 4), "uint8", offset_factor=1)
                    C_1 = T.match_buffer(C[vi_o, vj_o * 4:vj_o * 4 + 4], (4,), "uint32", offset_factor=1)
                    four: T.uint8x4 = A_1[T.Ramp(0, 1, 4)]
                    word: T.uint32 = T.reinterpret("uint32", four)
                    words: T.uint32x4 = T.Broadcast(word, 4)
                    row: T.uint8x16 = T.reinterpret("uint8x16", words)
                    matrix: T.uint8x16 = B_1[0, T.Ramp(0, 1, 16)]
                    sums: T.uint32x4 = C_1[T.Ramp(0, 1, 4)]
                    C_1[0:4] = T.call_llvm_pure_intrin("uint32x4", "llvm.aarch64.neon.udot", sums, row, matrix)
