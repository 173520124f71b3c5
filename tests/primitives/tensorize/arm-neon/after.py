# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "int8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((32, 32), "int32")):
        # with T.block("root"):
        for i, j_0 in T.grid(32, 8):
            for j_1_init in range(4):
                with T.block("matmul_init"):
                    vi = T.axis.spatial(32, i)
                    vj = T.axis.spatial(32, j_0 * 4 + j_1_init)
                    T.reads()
                    T.writes(C[vi, vj])
                    C[vi, vj] = 0
            for k_0 in range(8):
                with T.block("matmul_update_o"):
                    vi_o, vj_o, vk_o = T.axis.remap("SSR", [i, j_0, k_0])
                    T.reads(C[vi_o, vj_o * 4:vj_o * 4 + 4], A[vi_o, vk_o * 4:vk_o * 4 + 4], B[vj_o * 4:vj_o * 4 + 4, vk_o * 4:vk_o * 4 + 4])
                    T.writes(C[vi_o, vj_o * 4:vj_o * 4 + 4])
                    A_1 = T.match_buffer(A[vi_o, vk_o * 4:vk_o * 4 + 4], (4,), "int8", offset_factor=1)
                    B_1 = T.match_buffer(B[vj_o * 4:vj_o * 4 + 4, vk_o * 4:vk_o * 4 + 4], (4, 4), "int8", offset_factor=1)
                    C_1 = T.match_buffer(C[vi_o, vj_o * 4:vj_o * 4 + 4], (4,), "int32", offset_factor=1)
                    four: T.int8x4 = A_1[T.Ramp(0, 1, 4)]
                    word: T.int32 = T.reinterpret("int32", four)
                    words: T.int32x2 = T.Broadcast(word, 2)
                    row: T.int8x8 = T.reinterpret("int8x8", words)
                    matrix: T.int8x16 = B_1[0, T.Ramp(0, 1, 16)]
                    low: T.int8x8 = T.vectorlow("int8x8", matrix)
                    products_low: T.int16x8 = T.call_llvm_pure_intrin("int16x8", "llvm.aarch64.neon.smull", row, low)
                    sums_low: T.int32x4 = T.call_llvm_pure_intrin("int32x4", "llvm.aarch64.neon.saddlp", products_low)
                    high: T.int8x8 = T.vectorhigh("int8x8", matrix)
                    products_high: T.int16x8 = T.call_llvm_pure_intrin("int16x8", "llvm.aarch64.neon.smull", row, high)
                    sums_high: T.int32x4 = T.call_llvm_pure_intrin("int32x4", "llvm.aarch64.neon.saddlp", products_high)
                    C_1[0:4] = C_1[T.Ramp(0, 1, 4)] + T.call_llvm_pure_intrin("int32x4", "llvm.aarch64.neon.addp", sums_low, sums_high)
