# SPDX-License-Identifier: Apache-2.0
# sizes: A_shared 64 8; B_shared 8 32; C_local 4 4
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((64, 16), "float32"), B: T.Buffer((16, 32), "float32"), C: T.Buffer((64, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        C_local = T.alloc_buffer((64, 32), scope="local")
        A_shared = T.alloc_buffer((64, 16), scope="shared")
        B_shared = T.alloc_buffer((16, 32), scope="shared")
        for i_0 in T.thread_binding(1, thread="blockIdx.y"):
            for j_0 in T.thread_binding(1, thread="blockIdx.x"):
                for i_1 in T.thread_binding(2, thread="vthread.x"):
                    for i_2 in T.thread_binding(8, thread="threadIdx.y"):
                        for j_1 in T.thread_binding(8, thread="threadIdx.x"):
                            for i_3_init, j_2_init in T.grid(4, 4):
                                with T.block("C_init"):
                                    vi = T.axis.spatial(64, i_0 * 64 + i_1 * 32 + i_2 * 4 + i_3_init)
                                    vj = T.axis.spatial(32, j_0 * 32 + j_1 * 4 + j_2_init)
                                    T.reads()
                                    T.writes(C_local[vi, vj])
                                    C_local[vi, vj] = T.float32(0.0)
                            for k_0 in range(2):
                                for ax0_ax1_fused_0 in range(64):
                                    for ax0_ax1_fused_1 in T.thread_binding(8, thread="threadIdx.x"):
                                        with T.block("A_shared"):
                                            v0 = T.axis.spatial(64, (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 8)
                                            v1 = T.axis.spatial(16, k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 8)
                                            T.reads(A[v0, v1])
                                            T.writes(A_shared[v0, v1])
                                            A_shared[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(32):
                                    for ax0_ax1_fused_1 in T.thread_binding(8, thread="threadIdx.x"):
                                        with T.block("B_shared"):
                                            v0 = T.axis.spatial(16, k_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 32)
                                            v1 = T.axis.spatial(32, (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 32)
                                            T.reads(B[v0, v1])
                                            T.writes(B_shared[v0, v1])
                                            B_shared[v0, v1] = B[v0, v1]
                                for k_1, i_3, j_2 in T.grid(8, 4, 4):
                                    with T.block("C_update"):
                                        vi = T.axis.spatial(64, i_0 * 64 + i_1 * 32 + i_2 * 4 + i_3)
                                        vj = T.axis.spatial(32, j_0 * 32 + j_1 * 4 + j_2)
                                        vk = T.axis.reduce(16, k_0 * 8 + k_1)
                                        T.reads(C_local[vi, vj], A_shared[vi, vk], B_shared[vk, vj])
                                        T.writes(C_local[vi, vj])
                                        C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
                            for ax0, ax1 in T.grid(4, 4):
                                with T.block("C_local"):
                                    v0 = T.axis.spatial(64, i_1 * 32 + i_2 * 4 + ax0)
                                    v1 = T.axis.spatial(32, j_1 * 4 + ax1)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
