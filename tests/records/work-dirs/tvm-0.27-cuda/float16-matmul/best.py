# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16"), B: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_reindex_shared_dyn = T.sblock_alloc_buffer((4, 4, 1, 1, 16, 16), scope="shared.dyn")
        C_reindex_shared_dyn_wmma_accumulator = T.sblock_alloc_buffer((4, 4, 1, 1, 16, 16), scope="wmma.accumulator")
        A_reindex_shared_dyn = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
        B_reindex_shared_dyn = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
        A_reindex_shared_dyn_wmma_matrix_a = T.sblock_alloc_buffer((64, 64), "float16", scope="wmma.matrix_a")
        B_reindex_shared_dyn_wmma_matrix_b = T.sblock_alloc_buffer((64, 64), "float16", scope="wmma.matrix_b")
        for ax0_0_0_ax1_0_0_fused in T.thread_binding(2, thread="blockIdx.y", annotations={"pragma_auto_unroll_max_step": 32, "pragma_unroll_explicit": 1}):
            for ax0_0_1_ax1_0_1_fused in T.thread_binding(2, thread="blockIdx.x"):
                for ax0_0_2_ax1_0_2_fused in T.thread_binding(4, thread="threadIdx.y"):
                    for ax0_0_3_init, ax1_0_3_init, ax0_0_4_init, ax1_0_4_init in T.grid(1, 1, 1, 1):
                        with T.sblock("C_o_init"):
                            v0_o = T.axis.spatial(4, ax0_0_0_ax1_0_0_fused * 2 + ax0_0_1_ax1_0_1_fused + ax0_0_3_init + ax0_0_4_init)
                            v1_o = T.axis.spatial(4, ax0_0_2_ax1_0_2_fused + ax1_0_3_init + ax1_0_4_init)
                            T.reads()
                            T.writes(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, 0, 0, 0:16, 0:16])
                            T.sblock_attr({"meta_schedule.thread_extent_high_inclusive": 1024, "meta_schedule.thread_extent_low_inclusive": 1, "warp_execution": 1})
                            C_1 = T.match_buffer(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, 0, 0, 0:16, 0:16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                            T.tvm_fill_fragment(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.float32(0.0))
                    for ax2_0_0 in range(1):
                        for ax0_ax1_fused_0 in range(1):
                            for ax0_ax1_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0_ax1_fused_3 in T.vectorized(8):
                                        with T.sblock("A_reindex_shared.dyn"):
                                            v0 = T.axis.spatial(64, ax0_0_0_ax1_0_0_fused * 32 + ax0_0_1_ax1_0_1_fused * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 8 + ax0_ax1_fused_3) // 64)
                                            v1 = T.axis.spatial(64, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 8 + ax0_ax1_fused_3) % 64)
                                            T.reads(A[v0, v1])
                                            T.writes(A_reindex_shared_dyn[v0, v1])
                                            T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                                            A_reindex_shared_dyn[v0, v1] = A[v0, v1]
                        for ax0_ax1_fused_0 in range(16):
                            for ax0_ax1_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0_ax1_fused_3 in T.vectorized(2):
                                        with T.sblock("B_reindex_shared.dyn"):
                                            v0 = T.axis.spatial(64, (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 64 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) // 64)
                                            v1 = T.axis.spatial(64, (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 64 + ax0_ax1_fused_2 * 2 + ax0_ax1_fused_3) % 64)
                                            T.reads(B[v0, v1])
                                            T.writes(B_reindex_shared_dyn[v0, v1])
                                            T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                                            B_reindex_shared_dyn[v0, v1] = B[v0, v1]
                        for ax2_0_1 in range(4):
                            for ax0_0, ax1_0 in T.grid(1, 1):
                                with T.sblock("A_reindex_shared.dyn_wmma.matrix_a_o"):
                                    v0_o = T.axis.spatial(4, ax0_0_0_ax1_0_0_fused * 2 + ax0_0_1_ax1_0_1_fused + ax0_0)
                                    v1_o = T.axis.spatial(4, ax2_0_1 + ax1_0)
                                    T.reads(A_reindex_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.writes(A_reindex_shared_dyn_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    A_1 = T.match_buffer(A_reindex_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                    C_1 = T.match_buffer(A_reindex_shared_dyn_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_a", offset_factor=16)
                                    T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                            for ax0_0, ax1_0 in T.grid(1, 1):
                                with T.sblock("B_reindex_shared.dyn_wmma.matrix_b_o"):
                                    v0_o = T.axis.spatial(4, ax2_0_1 + ax0_0)
                                    v1_o = T.axis.spatial(4, ax0_0_2_ax1_0_2_fused + ax1_0)
                                    T.reads(B_reindex_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.writes(B_reindex_shared_dyn_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    A_1 = T.match_buffer(B_reindex_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                    C_1 = T.match_buffer(B_reindex_shared_dyn_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_b", offset_factor=16)
                                    T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                            for ax0_0_3, ax1_0_3, ax2_0_2, ax0_0_4, ax1_0_4 in T.grid(1, 1, 1, 1, 1):
                                with T.sblock("C_o_update"):
                                    v0_o = T.axis.spatial(4, ax0_0_0_ax1_0_0_fused * 2 + ax0_0_1_ax1_0_1_fused + ax0_0_3 + ax0_0_4)
                                    v1_o = T.axis.spatial(4, ax0_0_2_ax1_0_2_fused + ax1_0_3 + ax1_0_4)
                                    v2_o = T.axis.reduce(4, ax2_0_0 * 4 + ax2_0_1 + ax2_0_2)
                                    T.reads(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, 0, 0, 0:16, 0:16], A_reindex_shared_dyn_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v2_o * 16:v2_o * 16 + 16], B_reindex_shared_dyn_wmma_matrix_b[v2_o * 16:v2_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.writes(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, 0, 0, 0:16, 0:16])
                                    T.sblock_attr({"meta_schedule.thread_extent_high_inclusive": 1024, "meta_schedule.thread_extent_low_inclusive": 1, "warp_execution": 1})
                                    A_1 = T.match_buffer(A_reindex_shared_dyn_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v2_o * 16:v2_o * 16 + 16], (16, 16), "float16", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                                    B_1 = T.match_buffer(B_reindex_shared_dyn_wmma_matrix_b[v2_o * 16:v2_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                                    C_1 = T.match_buffer(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, 0, 0, 0:16, 0:16], (16, 16), strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                                    T.tvm_mma_sync(C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, A_1.data, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, B_1.data, B_1.elem_offset // B_1.strides[0] // 16 * (B_1.strides[0] // 16) + B_1.elem_offset % B_1.strides[0] // 16, C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16)
                for ax2 in range(1):
                    for ax0_ax1_fused in T.thread_binding(4, thread="threadIdx.y"):
                        for ax2_1, ax3 in T.grid(1, 1):
                            with T.sblock("C_reindex_shared.dyn_wmma.accumulator_o"):
                                v0_o = T.axis.spatial(4, ax0_0_0_ax1_0_0_fused * 2 + ax0_0_1_ax1_0_1_fused)
                                v1_o, v2_o, v3_o = T.axis.remap("SSS", [ax0_ax1_fused, ax2_1, ax3])
                                v4_o = T.axis.spatial(1, 0)
                                v5_o = T.axis.spatial(1, 0)
                                T.reads(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, v2_o, v3_o, 0:16, 0:16])
                                T.writes(C_reindex_shared_dyn[v0_o, v1_o, v2_o, v3_o, 0:16, 0:16])
                                A_1 = T.match_buffer(C_reindex_shared_dyn_wmma_accumulator[v0_o, v1_o, v2_o, v3_o, 0:16, 0:16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                C_1 = T.match_buffer(C_reindex_shared_dyn[v0_o, v1_o, v2_o, v3_o, 0:16, 0:16], (16, 16), strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                T.tvm_store_matrix_sync(A_1.data, 16, 16, 16, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, C_1.strides[0] * 16, 2), C_1.strides[0], "row_major")
                    for ax0_ax1_ax3_ax4_ax5_fused_0 in range(2):
                        for ax0_ax1_ax3_ax4_ax5_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for ax0_ax1_ax3_ax4_ax5_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                for ax0_ax1_ax3_ax4_ax5_fused_3 in T.vectorized(4):
                                    with T.sblock("C_reindex_shared.dyn"):
                                        v0 = T.axis.spatial(4, ax0_0_0_ax1_0_0_fused * 2 + ax0_0_1_ax1_0_1_fused)
                                        v1 = T.axis.spatial(4, (ax0_ax1_ax3_ax4_ax5_fused_0 * 512 + ax0_ax1_ax3_ax4_ax5_fused_1 * 128 + ax0_ax1_ax3_ax4_ax5_fused_2 * 4 + ax0_ax1_ax3_ax4_ax5_fused_3) // 256)
                                        v2 = T.axis.spatial(1, ax2)
                                        v3 = T.axis.spatial(1, 0)
                                        v4 = T.axis.spatial(16, (ax0_ax1_ax3_ax4_ax5_fused_0 * 512 + ax0_ax1_ax3_ax4_ax5_fused_1 * 128 + ax0_ax1_ax3_ax4_ax5_fused_2 * 4 + ax0_ax1_ax3_ax4_ax5_fused_3) % 256 // 16)
                                        v5 = T.axis.spatial(16, (ax0_ax1_ax3_ax4_ax5_fused_0 * 512 + ax0_ax1_ax3_ax4_ax5_fused_1 * 128 + ax0_ax1_ax3_ax4_ax5_fused_2 * 4 + ax0_ax1_ax3_ax4_ax5_fused_3) % 16)
                                        T.reads(C_reindex_shared_dyn[v0, v1, v2, v3, v4, v5])
                                        T.writes(C[v4 + v0 * 16, v5 + v1 * 16])
                                        C[v4 + v0 * 16, v5 + v1 * 16] = C_reindex_shared_dyn[v0, v1, v2, v3, v4, v5]