# SPDX-License-Identifier: Apache-2.0
# sizes: A_shared 9 33
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((65, 65), "float32"), W: T.Buffer((3, 3), "float32"), B: T.Buffer((32, 32), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        A_shared = T.alloc_buffer((65, 65), scope="shared")
        for i_0 in T.thread_binding(8, thread="blockIdx.y"):
            for j_0 in T.thread_binding(2, thread="blockIdx.x"):
                for i_1 in T.thread_binding(4, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(16, thread="threadIdx.x"):
                        for ax0_ax1_fused_0 in range(19):
                            for ax0_ax1_fused_1 in T.thread_binding(16, thread="threadIdx.x"):
                                with T.block("A_shared"):
                                    v0 = T.axis.spatial(65, i_0 * 8 + (ax0_ax1_fused_0 * 16 + ax0_ax1_fused_1) // 33)
                                    v1 = T.axis.spatial(65, j_0 * 32 + (ax0_ax1_fused_0 * 16 + ax0_ax1_fused_1) % 33)
                                    T.where(ax0_ax1_fused_0 * 16 + ax0_ax1_fused_1 < 297)
                                    T.reads(A[v0, v1])
                                    T.writes(A_shared[v0, v1])
                                    A_shared[v0, v1] = A[v0, v1]
                        for r, s in T.grid(3, 3):
                            with T.block("C"):
                                vi = T.axis.spatial(32, i_0 * 4 + i_1)
                                vj = T.axis.spatial(32, j_0 * 16 + j_1)
                                vr, vs = T.axis.remap("RR", [r, s])
                                T.reads(A_shared[vi * 2 + vr, vj * 2 + vs], W[vr, vs])
                                T.writes(B[vi, vj])
                                with T.init():
                                    B[vi, vj] = T.float32(0.0)
                                B[vi, vj] = B[vi, vj] + A_shared[vi * 2 + vr, vj * 2 + vs] * W[vr, vs]
