# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class MatmulModule:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        A_global_A_reg = T.alloc_buffer((1024, 1024), scope="global.A_reg")
        B_global_B_reg = T.alloc_buffer((1024, 1024), scope="global.B_reg")
        C_global_accumulator = T.alloc_buffer((1024, 1024), scope="global.accumulator")
        for i_0 in T.serial(64, annotations={"pragma_import_llvm": "\n        extern \"C\" int tmm16(float *cc, float *aa, float *bb, int stride_a, int stride_b, int stride_c) {\n            for (int i = 0; i < 16; ++i) {\n                for (int j = 0; j < 16; ++j) {\n                    for (int k = 0; k < 16; ++k) {\n                        cc[i * stride_c + j] += aa[i * stride_a + k] * bb[j * stride_b + k];\n                    }\n                }\n            }\n            return 0;\n        }\n    "}):
            for j_0 in range(64):
                with T.block("matmul_o_init"):
                    vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
                    T.reads()
                    T.writes(C_global_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16])
                    for i_1, j_1 in T.grid(16, 16):
                        with T.block("matmul_init"):
                            vi_i_init, vj_i_init = T.axis.remap("SS", [i_1, j_1])
                            T.reads()
                            T.writes(C_global_accumulator[vi_o * 16 + vi_i_init, vj_o * 16 + vj_i_init])
                            C_global_accumulator[vi_o * 16 + vi_i_init, vj_o * 16 + vj_i_init] = T.float32(0.0)
                for k_0 in range(64):
                    for ax0, ax1 in T.grid(16, 16):
                        with T.block("A_global.A_reg"):
                            v0 = T.axis.spatial(1024, i_0 * 16 + ax0)
                            v1 = T.axis.spatial(1024, k_0 * 16 + ax1)
                            T.reads(A[v0, v1])
                            T.writes(A_global_A_reg[v0, v1])
                            A_global_A_reg[v0, v1] = A[v0, v1]
                    for ax0, ax1 in T.grid(16, 16):
                        with T.block("B_global.B_reg"):
                            v0 = T.axis.spatial(1024, j_0 * 16 + ax0)
                            v1 = T.axis.spatial(1024, k_0 * 16 + ax1)
                            T.reads(B[v0, v1])
                            T.writes(B_global_B_reg[v0, v1])
                            B_global_B_reg[v0, v1] = B[v0, v1]
                    with T.block("matmul_o_update"):
                        vi_o, vj_o, vk_o = T.axis.remap("SSR", [i_0, j_0, k_0])
                        T.reads(C_global_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], A_global_A_reg[vi_o * 16:vi_o * 16 + 16, vk_o * 16:vk_o * 16 + 16], B_global_B_reg[vj_o * 16:vj_o * 16 + 16, vk_o * 16:vk_o * 16 + 16])
                        T.writes(C_global_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16])
                        A_1 = T.match_buffer(A_global_A_reg[vi_o * 16:vi_o * 16 + 16, vk_o * 16:vk_o * 16 + 16], (16, 16), strides=("sa", 1), scope="global.A_reg", offset_factor=16)
                        B_1 = T.match_buffer(B_global_B_reg[vj_o * 16:vj_o * 16 + 16, vk_o * 16:vk_o * 16 + 16], (16, 16), strides=("sb", 1), scope="global.B_reg", offset_factor=16)
                        C_1 = T.match_buffer(C_global_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], (16, 16), strides=("sc", 1), scope="global.accumulator", offset_factor=16)
                        T.call_extern("int32", "tmm16", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, C_1.strides[0] * 16, 2), T.tvm_access_ptr(T.type_annotation("float32"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), T.tvm_access_ptr(T.type_annotation("float32"), B_1.data, B_1.elem_offset, B_1.strides[0] * 16, 1), A_1.strides[0], B_1.strides[0], C_1.strides[0])
                for ax0, ax1 in T.grid(16, 16):
                    with T.block("C_global.accumulator"):
                        v0 = T.axis.spatial(1024, i_0 * 16 + ax0)
                        v1 = T.axis.spatial(1024, j_0 * 16 + ax1)
                        T.reads(C_global_accumulator[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_global_accumulator[v0, v1]
