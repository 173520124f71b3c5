# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "int8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((32, 32), "int32")):
        # with T.block("root"):
        A_wmma_matrix_a = T.alloc_buffer((32, 32), "int8", scope="wmma.matrix_a")
        B_wmma_matrix_b = T.alloc_buffer((32, 32), "int8", scope="wmma.matrix_b")
        A_shared = T.alloc_buffer((32, 32), "int8", scope="shared")
        B_shared_dyn = T.alloc_buffer((32, 32), "int8", scope="shared.dyn")
        C_wmma_accumulator = T.alloc_buffer((32, 32), "int32", scope="wmma.accumulator")
        for ax0, ax1 in T.grid(32, 32):
            with T.block("B_shared.dyn"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_shared_dyn[v0, v1])
                B_shared_dyn[v0, v1] = B[v0, v1]
        for ax0, ax1 in T.grid(32, 32):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared[v0, v1])
                A_shared[v0, v1] = A[v0, v1]
        for i_0, j_0 in T.grid(2, 2):
            with T.block("matmul_o_init"):
                vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
                T.reads()
                T.writes(C_wmma_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16])
                C_1 = T.match_buffer(C_wmma_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], (16, 16), "int32", strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                T.tvm_fill_fragment(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.float32(0.0))
            for k_0 in range(2):
                with T.block("A_wmma.matrix_a_o"):
                    v0_o, v1_o = T.axis.remap("SS", [i_0, k_0])
                    T.reads(A_shared[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                    T.writes(A_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                    A_1 = T.match_buffer(A_shared[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int8", strides=("a1", "a0"), scope="shared", offset_factor=16)
                    C_1 = T.match_buffer(A_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int8", strides=("c1", "c0"), scope="wmma.matrix_a", offset_factor=16)
                    T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("int8"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                with T.block("B_wmma.matrix_b_o"):
                    v0_o, v1_o = T.axis.remap("SS", [k_0, j_0])
                    T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                    T.writes(B_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                    A_1 = T.match_buffer(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int8", strides=("a1", "a0"), scope="shared.dyn", offset_factor=16)
                    C_1 = T.match_buffer(B_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int8", strides=("c1", "c0"), scope="wmma.matrix_b", offset_factor=16)
                    T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("int8"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                with T.block("matmul_o_update"):
                    vi_o, vj_o, vk_o = T.axis.remap("SSR", [i_0, j_0, k_0])
                    T.reads(C_wmma_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], A_wmma_matrix_a[vi_o * 16:vi_o * 16 + 16, vk_o * 16:vk_o * 16 + 16], B_wmma_matrix_b[vk_o * 16:vk_o * 16 + 16, vj_o * 16:vj_o * 16 + 16])
                    T.writes(C_wmma_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16])
                    A_1 = T.match_buffer(A_wmma_matrix_a[vi_o * 16:vi_o * 16 + 16, vk_o * 16:vk_o * 16 + 16], (16, 16), "int8", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                    B_1 = T.match_buffer(B_wmma_matrix_b[vk_o * 16:vk_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], (16, 16), "int8", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                    C_1 = T.match_buffer(C_wmma_accumulator[vi_o * 16:vi_o * 16 + 16, vj_o * 16:vj_o * 16 + 16], (16, 16), "int32", strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                    T.tvm_mma_sync(C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, A_1.data, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, B_1.data, B_1.elem_offset // B_1.strides[0] // 16 * (B_1.strides[0] // 16) + B_1.elem_offset % B_1.strides[0] // 16, C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16)
            with T.block("C_wmma.accumulator_o"):
                v0_o, v1_o = T.axis.remap("SS", [i_0, j_0])
                T.reads(C_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                T.writes(C[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                A_1 = T.match_buffer(C_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int32", strides=("a1", "a0"), scope="wmma.accumulator", offset_factor=16)
                C_1 = T.match_buffer(C[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "int32", strides=("c1", "c0"), offset_factor=16)
                T.tvm_store_matrix_sync(A_1.data, 16, 16, 16, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("int32"), C_1.data, C_1.elem_offset, C_1.strides[0] * 16, 2), C_1.strides[0], "row_major")
