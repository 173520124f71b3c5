# SPDX-License-Identifier: Apache-2.0
import tvm
from tvm.script import tir as T

@tvm.script.ir_module
class MyModule:
    @T.prim_func
    def main(
        A: T.Buffer[(128, 128), "float32"],
        B: T.Buffer[(128, 128), "float32"],
        C: T.Buffer[(128, 128), "float32"],
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j, k in T.grid(128, 128, 128):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0.0
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@tvm.script.ir_module
class Printed:
    @T.prim_func
    def main(A: T.Buffer[(128, 128), "float32"], B: T.Buffer[(128, 128), "float32"], C: T.Buffer[(128, 128), "float32"]) -> None:
        # function attr dict
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        # body
        # with T.block("root")
        C_global = T.alloc_buffer([128, 128], dtype="float32")
        for i_0_j_0_i_1_j_1_fused in T.parallel(128, annotations={"pragma_auto_unroll_max_step":64, "pragma_unroll_explicit":1}):
            for i_2_init, j_2_init, i_3_init in T.grid(1, 1, 16):
                for j_3_fused_init in T.vectorized(8):
                    with T.block("C_init"):
                        vi = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused // 64 * 64 + i_0_j_0_i_1_j_1_fused % 32 // 8 * 16 + i_2_init * 16 + i_3_init)
                        vj = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused % 64 // 32 * 64 + i_0_j_0_i_1_j_1_fused % 8 * 8 + j_2_init * 8 + j_3_fused_init)
                        T.reads()
                        T.writes(C_global[vi, vj])
                        T.block_attr({"meta_schedule.tiling_structure":"SSRSRS"})
                        C_global[vi, vj] = T.float32(0)
            for k_0, i_2, j_2, k_1, i_3 in T.grid(64, 1, 1, 2, 16):
                for j_3_fused in T.vectorized(8):
                    with T.block("C_update"):
                        vi = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused // 64 * 64 + i_0_j_0_i_1_j_1_fused % 32 // 8 * 16 + i_2 * 16 + i_3)
                        vj = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused % 64 // 32 * 64 + i_0_j_0_i_1_j_1_fused % 8 * 8 + j_2 * 8 + j_3_fused)
                        vk = T.axis.reduce(128, k_0 * 2 + k_1)
                        T.reads(C_global[vi, vj], A[vi, vk], B[vk, vj])
                        T.writes(C_global[vi, vj])
                        T.block_attr({"meta_schedule.tiling_structure":"SSRSRS"})
                        C_global[vi, vj] = C_global[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0 in T.serial(16):
                for ax1_fused in T.vectorized(8):
                    with T.block("C_global"):
                        v0 = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused // 64 * 64 + i_0_j_0_i_1_j_1_fused % 32 // 8 * 16 + ax0)
                        v1 = T.axis.spatial(128, i_0_j_0_i_1_j_1_fused % 64 // 32 * 64 + i_0_j_0_i_1_j_1_fused % 8 * 8 + ax1_fused)
                        T.reads(C_global[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_global[v0, v1]


sch = tvm.tir.Schedule(MyModule)
b0 = sch.get_block(name="C", func_name="main")
b1 = sch.get_block(name="root", func_name="main")
sch.annotate(block_or_loop=b0, ann_key="meta_schedule.tiling_structure", ann_val="SSRSRS")
l2, l3, l4 = sch.get_loops(block=b0)
v5, v6, v7, v8 = sch.sample_perfect_tile(loop=l2, n=4, max_innermost_factor=64, decision=[2, 4, 1, 16])
l9, l10, l11, l12 = sch.split(loop=l2, factors=[v5, v6, v7, v8], preserve_unit_iters=True)
v13, v14, v15, v16 = sch.sample_perfect_tile(loop=l3, n=4, max_innermost_factor=64, decision=[2, 8, 1, 8])
l17, l18, l19, l20 = sch.split(loop=l3, factors=[v13, v14, v15, v16], preserve_unit_iters=True)
v21, v22 = sch.sample_perfect_tile(loop=l4, n=2, max_innermost_factor=64, decision=[64, 2])
l23, l24 = sch.split(loop=l4, factors=[v21, v22], preserve_unit_iters=True)
sch.reorder(l9, l17, l10, l18, l23, l11, l19, l24, l12, l20)
b25 = sch.cache_write(block=b0, write_buffer_index=0, storage_scope="global")
sch.reverse_compute_at(block=b25, loop=l18, preserve_unit_loops=True)
sch.annotate(block_or_loop=b1, ann_key="meta_schedule.parallel", ann_val=16)
sch.annotate(block_or_loop=b1, ann_key="meta_schedule.vectorize", ann_val=64)
v26 = sch.sample_categorical(candidates=[0, 16, 64, 512], probs=[0.25, 0.25, 0.25, 0.25], decision=2)
sch.annotate(block_or_loop=b1, ann_key="meta_schedule.unroll_explicit", ann_val=v26)
sch.enter_postproc()
b27 = sch.get_block(name="root", func_name="main")
sch.unannotate(block_or_loop=b27, ann_key="meta_schedule.parallel")
sch.unannotate(block_or_loop=b27, ann_key="meta_schedule.vectorize")
sch.unannotate(block_or_loop=b27, ann_key="meta_schedule.unroll_explicit")
b28, b29 = sch.get_child_blocks(b27)
l30, l31, l32, l33, l34, l35, l36, l37, l38, l39 = sch.get_loops(block=b28)
l40 = sch.fuse(l30, l31, l32, l33, preserve_unit_iters=True)
sch.parallel(loop=l40)
l41 = sch.fuse(l39, preserve_unit_iters=True)
sch.vectorize(loop=l41)
sch.annotate(block_or_loop=l40, ann_key="pragma_auto_unroll_max_step", ann_val=64)
sch.annotate(block_or_loop=l40, ann_key="pragma_unroll_explicit", ann_val=1)
l42, l43, l44 = sch.get_loops(block=b29)
l45 = sch.fuse(l44, preserve_unit_iters=True)
sch.vectorize(loop=l45)
sch.annotate(block_or_loop=l42, ann_key="pragma_auto_unroll_max_step", ann_val=64)
sch.annotate(block_or_loop=l42, ann_key="pragma_unroll_explicit", ann_val=1)
b46 = sch.get_block(name="C", func_name="main")
l47, l48, l49, l50, l51, l52, l53 = sch.get_loops(block=b46)
b54 = sch.decompose_reduction(block=b46, loop=l48)
tvm.ir.assert_structural_equal(sch.mod, Printed)
