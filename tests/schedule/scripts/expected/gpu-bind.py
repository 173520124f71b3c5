# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), D: T.Buffer((128, 128), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((128, 128), scope="local")
        A_shared = T.sblock_alloc_buffer((128, 128), scope="shared")
        B_shared = T.sblock_alloc_buffer((128, 128), scope="shared")
        for i_0 in T.thread_binding(16, thread="blockIdx.y"):
            for j_0 in T.thread_binding(8, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(16, thread="threadIdx.x"):
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C_init"):
                                vi = T.axis.spatial(128, i_0 * 8 + i_1 + ax0)
                                vj = T.axis.spatial(128, j_0 * 16 + j_1 + ax1)
                                T.reads()
                                T.writes(C_local[vi, vj])
                                C_local[vi, vj] = T.float32(0.0)
                            for ax2_0 in range(16):
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(8, thread="threadIdx.y"):
                                        with T.sblock("A_shared"):
                                            v0 = T.axis.spatial(128, i_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) // 8)
                                            v1 = T.axis.spatial(128, ax2_0 * 8 + (ax0_ax1_fused_0 * 8 + ax0_ax1_fused_1) % 8)
                                            T.reads(A[v0, v1])
                                            T.writes(A_shared[v0, v1])
                                            A_shared[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.x"):
                                        with T.sblock("B_shared"):
                                            v0 = T.axis.spatial(128, ax2_0 * 8 + (ax0_ax1_fused_0 * 16 + ax0_ax1_fused_1) // 16)
                                            v1 = T.axis.spatial(128, j_0 * 16 + (ax0_ax1_fused_0 * 16 + ax0_ax1_fused_1) % 16)
                                            T.reads(B[v0, v1])
                                            T.writes(B_shared[v0, v1])
                                            B_shared[v0, v1] = B[v0, v1]
                                for ax2_1 in range(8):
                                    with T.sblock("C_update"):
                                        vi = T.axis.spatial(128, i_0 * 8 + i_1 + ax0)
                                        vj = T.axis.spatial(128, j_0 * 16 + j_1 + ax1)
                                        vk = T.axis.reduce(128, ax2_0 * 8 + ax2_1)
                                        T.reads(C_local[vi, vj], A_shared[vi, vk], B_shared[vk, vj])
                                        T.writes(C_local[vi, vj])
                                        C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
                        with T.sblock("D"):
                            vi = T.axis.spatial(128, i_0 * 8 + i_1)
                            vj = T.axis.spatial(128, j_0 * 16 + j_1)
                            T.reads(C_local[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = T.max(C_local[vi, vj], T.float32(0.0))
