# SPDX-License-Identifier: Apache-2.0
# sizes: A_shared 32 32
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((100, 120), "float32"), B: T.Buffer((120, 100), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        A_shared = T.alloc_buffer((100, 120), scope="shared")
        for i_0 in T.thread_binding(4, thread="blockIdx.y"):
            for j_0 in T.thread_binding(4, thread="blockIdx.x"):
                for ax0 in range(32):
                    for ax1 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.block("A_shared"):
                            v0 = T.axis.spatial(100, j_0 * 32 + ax0)
                            v1 = T.axis.spatial(120, i_0 * 32 + ax1)
                            T.where(j_0 * 32 + ax0 < 100 and i_0 * 32 + ax1 < 120)
                            T.reads(A[v0, v1])
                            T.writes(A_shared[v0, v1])
                            T.block_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                            A_shared[v0, v1] = A[v0, v1]
                for i_1 in range(32):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.block("C"):
                            vi = T.axis.spatial(120, i_0 * 32 + i_1)
                            vj = T.axis.spatial(100, j_0 * 32 + j_1)
                            T.where(i_0 * 32 + i_1 < 120 and j_0 * 32 + j_1 < 100)
                            T.reads(A_shared[vj, vi])
                            T.writes(B[vi, vj])
                            B[vi, vj] = A_shared[vj, vi]
