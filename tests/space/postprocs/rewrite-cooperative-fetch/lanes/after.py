# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((128, 128), scope="shared")
        B_shared = T.alloc_buffer((128, 128), scope="shared")
        for i_0_j_0_fused in T.thread_binding(16, thread="blockIdx.x"):
            for i_1_j_1_fused in T.thread_binding(64, thread="threadIdx.x"):
                for k_0 in range(16):
                    for ax0_ax1_fused_0 in range(1):
                        for ax0_ax1_fused_1 in T.thread_binding(64, thread="threadIdx.x"):
                            for ax0_ax1_fused_2 in T.vectorized(4):
                                with T.block("A_shared"):
                                    v0 = T.axis.spatial(128, i_0_j_0_fused // 4 * 32 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 8)
                                    v1 = T.axis.spatial(128, k_0 * 8 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 8)
                                    T.reads(A[v0, v1])
                                    T.writes(A_shared[v0, v1])
                                    A_shared[v0, v1] = A[v0, v1]
                    for ax0_ax1_fused_0 in range(1):
                        for ax0_ax1_fused_1 in T.thread_binding(64, thread="threadIdx.x"):
                            for ax0_ax1_fused_2 in T.vectorized(4):
                                with T.block("B_shared"):
                                    v0 = T.axis.spatial(128, k_0 * 8 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 32)
                                    v1 = T.axis.spatial(128, i_0_j_0_fused % 4 * 32 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 32)
                                    T.reads(B[v0, v1])
                                    T.writes(B_shared[v0, v1])
                                    B_shared[v0, v1] = B[v0, v1]
                    for k_1, i_2, j_2 in T.grid(8, 4, 4):
                        with T.block("C"):
                            vi = T.axis.spatial(128, i_0_j_0_fused // 4 * 32 + i_1_j_1_fused // 8 * 4 + i_2)
                            vj = T.axis.spatial(128, i_0_j_0_fused % 4 * 32 + i_1_j_1_fused % 8 * 4 + j_2)
                            vk = T.axis.reduce(128, k_0 * 8 + k_1)
                            T.reads(A_shared[vi, vk], B_shared[vk, vj])
                            T.writes(C[vi, vj])
                            with T.init():
                                C[vi, vj] = T.float32(0.0)
                            C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
