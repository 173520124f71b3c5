# SPDX-License-Identifier: Apache-2.0
# sizes: P_shared 10 34
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), W: T.Buffer((3, 3), "float32"), B: T.Buffer((64, 64), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        P_shared = T.alloc_buffer((66, 66), scope="shared")
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(2, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        for ax0_ax1_fused_0 in range(11):
                            for ax0_ax1_fused_1 in T.thread_binding(32, thread="threadIdx.x"):
                                with T.block("P"):
                                    vi = T.axis.spatial(66, i_0 * 8 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) // 34)
                                    vj = T.axis.spatial(66, j_0 * 32 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) % 34)
                                    T.where(ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1 < 340)
                                    T.reads(A[vi - 1, vj - 1])
                                    T.writes(P_shared[vi, vj])
                                    P_shared[vi, vj] = T.if_then_else(1 <= vi and vi < 65 and 1 <= vj and vj < 65, A[vi - 1, vj - 1], T.float32(0.0))
                        for r, s in T.grid(3, 3):
                            with T.block("C"):
                                vi = T.axis.spatial(64, i_0 * 8 + i_1)
                                vj = T.axis.spatial(64, j_0 * 32 + j_1)
                                vr, vs = T.axis.remap("RR", [r, s])
                                T.reads(P_shared[vi + vr, vj + vs], W[vr, vs])
                                T.writes(B[vi, vj])
                                with T.init():
                                    B[vi, vj] = T.float32(0.0)
                                B[vi, vj] = B[vi, vj] + P_shared[vi + vr, vj + vs] * W[vr, vs]
