# SPDX-License-Identifier: Apache-2.0
# sizes: A_shared 32 8; B_shared 8 32; C_local 4 4
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((40, 20), "float32"), B: T.Buffer((20, 50), "float32"), C: T.Buffer((40, 50), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        C_local = T.alloc_buffer((40, 50), scope="local")
        A_shared = T.alloc_buffer((40, 20), scope="shared")
        B_shared = T.alloc_buffer((20, 50), scope="shared")
        for i_0 in T.thread_binding(2, thread="blockIdx.y"):
            for j_0 in T.thread_binding(2, thread="blockIdx.x"):
                for i_1 in T.thread_binding(1, thread="vthread.x"):
                    for i_2 in T.thread_binding(8, thread="threadIdx.y"):
                        for j_1 in T.thread_binding(8, thread="threadIdx.x"):
                            for i_3_init, j_2_init in T.grid(4, 4):
                                with T.block("C_init"):
                                    vi = T.axis.spatial(40, i_0 * 32 + i_1 * 32 + i_2 * 4 + i_3_init)
                                    vj = T.axis.spatial(50, j_0 * 32 + j_1 * 4 + j_2_init)
                                    T.where(((i_0 + i_1) * 8 + i_2) * 4 + i_3_init < 40 and (j_0 * 8 + j_1) * 4 + j_2_init < 50)
                                    T.reads()
                                    T.writes(C_local[vi, vj])
                                    C_local[vi, vj] = T.float32(0.0)
                            for k_0 in range(3):
                                for ax0_ax1_fused_0 in range(32):
                                    for ax0_ax1_fused_1 in T.thread_binding(8, thread="threadIdx.x"):
                                        with T.block("A_shared"):
                                            v0 = T.axis.spatial(40, i_0 * 32 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 8)
                                            v1 = T.axis.spatial(20, k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 8)
                                            T.where(i_0 * 32 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 8 < 40 and k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 8 < 20)
                                            T.reads(A[v0, v1])
                                            T.writes(A_shared[v0, v1])
                                            A_shared[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(32):
                                    for ax0_ax1_fused_1 in T.thread_binding(8, thread="threadIdx.x"):
                                        with T.block("B_shared"):
                                            v0 = T.axis.spatial(20, k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 32)
                                            v1 = T.axis.spatial(50, j_0 * 32 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 32)
                                            T.where(k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 32 < 20 and j_0 * 32 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 32 < 50)
                                            T.reads(B[v0, v1])
                                            T.writes(B_shared[v0, v1])
                                            B_shared[v0, v1] = B[v0, v1]
                                for k_1, i_3, j_2 in T.grid(8, 4, 4):
                                    with T.block("C_update"):
                                        vi = T.axis.spatial(40, i_0 * 32 + i_1 * 32 + i_2 * 4 + i_3)
                                        vj = T.axis.spatial(50, j_0 * 32 + j_1 * 4 + j_2)
                                        vk = T.axis.reduce(20, k_0 * 8 + k_1)
                                        T.where(((i_0 + i_1) * 8 + i_2) * 4 + i_3 < 40 and (j_0 * 8 + j_1) * 4 + j_2 < 50 and k_0 * 8 + k_1 < 20)
                                        T.reads(C_local[vi, vj], A_shared[vi, vk], B_shared[vk, vj])
                                        T.writes(C_local[vi, vj])
                                        C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
                            for ax0, ax1 in T.grid(4, 4):
                                with T.block("C_local"):
                                    v0 = T.axis.spatial(40, i_0 * 32 + i_2 * 4 + ax0)
                                    v1 = T.axis.spatial(50, j_0 * 32 + j_1 * 4 + ax1)
                                    T.where(i_0 * 8 + i_2 < 10 and j_0 * 32 + j_1 * 4 + ax1 < 50)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
