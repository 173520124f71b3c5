from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float16"), C: T.Buffer((16, 16), "float16")):
        # with T.block("root"):
        A_global_vtcm = T.alloc_buffer((16, 16), "float16", scope="global.vtcm")
        A_global_vtcm_texture = T.alloc_buffer((16, 16), "float16", scope="texture")
        A_global_vtcm_texture_warp = T.alloc_buffer((16, 16), "float16", scope="warp")
        A_global_vtcm_texture_warp_metal_simdgroup = T.alloc_buffer((16, 16), "float16", scope="metal.simdgroup")
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_global.vtcm"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_global_vtcm[v0, v1])
                A_global_vtcm[v0, v1] = A[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_global.vtcm_texture"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A_global_vtcm[v0, v1])
                T.writes(A_global_vtcm_texture[v0, v1])
                A_global_vtcm_texture[v0, v1] = A_global_vtcm[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_global.vtcm_texture_warp"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A_global_vtcm_texture[v0, v1])
                T.writes(A_global_vtcm_texture_warp[v0, v1])
                A_global_vtcm_texture_warp[v0, v1] = A_global_vtcm_texture[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_global.vtcm_texture_warp_metal.simdgroup"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A_global_vtcm_texture_warp[v0, v1])
                T.writes(A_global_vtcm_texture_warp_metal_simdgroup[v0, v1])
                A_global_vtcm_texture_warp_metal_simdgroup[v0, v1] = A_global_vtcm_texture_warp[v0, v1]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_global_vtcm_texture_warp_metal_simdgroup[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_global_vtcm_texture_warp_metal_simdgroup[vi, vj]
