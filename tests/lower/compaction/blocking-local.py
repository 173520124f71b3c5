# SPDX-License-Identifier: Apache-2.0
# sizes: C_local 8 8
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class MyModuleMatmul:
    @T.prim_func
    def main(A: T.Buffer((128, 16), "float32"), B: T.Buffer((16, 128), "float32"), C: T.Buffer((128, 128), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        C_local = T.alloc_buffer((128, 128), scope="local")
        for i_0 in T.thread_binding(2, thread="blockIdx.y"):
            for j_0 in T.thread_binding(2, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(8, thread="threadIdx.x"):
                        for i_2_init, j_2_init in T.grid(8, 8):
                            with T.block("C_init"):
                                vi = T.axis.spatial(128, i_0 * 64 + i_1 * 8 + i_2_init)
                                vj = T.axis.spatial(128, j_0 * 64 + j_1 * 8 + j_2_init)
                                T.reads()
                                T.writes(C_local[vi, vj])
                                C_local[vi, vj] = T.float32(0.0)
                        for k_0 in range(4):
                            for k_1 in T.unroll(4):
                                for i_2, j_2 in T.grid(8, 8):
                                    with T.block("C_update"):
                                        vi = T.axis.spatial(128, i_0 * 64 + i_1 * 8 + i_2)
                                        vj = T.axis.spatial(128, j_0 * 64 + j_1 * 8 + j_2)
                                        vk = T.axis.reduce(16, k_0 * 4 + k_1)
                                        T.reads(C_local[vi, vj], A[vi, vk], B[vk, vj])
                                        T.writes(C_local[vi, vj])
                                        C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
                        for ax0, ax1 in T.grid(8, 8):
                            with T.block("C_local"):
                                v0 = T.axis.spatial(128, i_0 * 64 + i_1 * 8 + ax0)
                                v1 = T.axis.spatial(128, j_0 * 64 + j_1 * 8 + ax1)
                                T.reads(C_local[v0, v1])
                                T.writes(C[v0, v1])
                                C[v0, v1] = C_local[v0, v1]
