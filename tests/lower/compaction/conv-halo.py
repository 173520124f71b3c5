# SPDX-License-Identifier: Apache-2.0
# sizes: A_shared 10 34; B_local 1 1; W_shared 3 3
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((66, 66), "float32"), W: T.Buffer((3, 3), "float32"), B: T.Buffer((64, 64), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        B_local = T.alloc_buffer((64, 64), scope="local")
        A_shared = T.alloc_buffer((66, 66), scope="shared")
        W_shared = T.alloc_buffer((3, 3), scope="shared")
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(2, thread="blockIdx.x"):
                for i_1_j_1_fused in T.thread_binding(256, thread="threadIdx.x"):
                    for ax0_ax1_fused_0 in range(2):
                        for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                            with T.block("A_shared"):
                                v0 = T.axis.spatial(66, i_0 * 8 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1) // 34)
                                v1 = T.axis.spatial(66, j_0 * 32 + (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1) % 34)
                                T.where(ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 < 340)
                                T.reads(A[v0, v1])
                                T.writes(A_shared[v0, v1])
                                A_shared[v0, v1] = A[v0, v1]
                    for ax0_ax1_fused_0 in range(1):
                        for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                            with T.block("W_shared"):
                                v0 = T.axis.spatial(3, (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1) // 3)
                                v1 = T.axis.spatial(3, (ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1) % 3)
                                T.where(ax0_ax1_fused_0 * 256 + ax0_ax1_fused_1 < 9)
                                T.reads(W[v0, v1])
                                T.writes(W_shared[v0, v1])
                                W_shared[v0, v1] = W[v0, v1]
                    for r, s in T.grid(3, 3):
                        with T.block("C"):
                            vi = T.axis.spatial(64, i_0 * 8 + i_1_j_1_fused // 32)
                            vj = T.axis.spatial(64, j_0 * 32 + i_1_j_1_fused % 32)
                            vr, vs = T.axis.remap("RR", [r, s])
                            T.reads(A_shared[vi + vr, vj + vs], W_shared[vr, vs])
                            T.writes(B_local[vi, vj])
                            with T.init():
                                B_local[vi, vj] = T.float32(0.0)
                            B_local[vi, vj] = B_local[vi, vj] + A_shared[vi + vr, vj + vs] * W_shared[vr, vs]
                    with T.block("B_local"):
                        v0 = T.axis.spatial(64, i_0 * 8 + i_1_j_1_fused // 32)
                        v1 = T.axis.spatial(64, j_0 * 32 + i_1_j_1_fused % 32)
                        T.reads(B_local[v0, v1])
                        T.writes(B[v0, v1])
                        B[v0, v1] = B_local[v0, v1]
