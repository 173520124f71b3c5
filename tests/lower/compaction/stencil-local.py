# SPDX-License-Identifier: Apache-2.0
# sizes: A_local 6 3
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((130, 130), "float32"), B: T.Buffer((128, 128), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        A_local = T.alloc_buffer((130, 130), scope="local")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(4, thread="blockIdx.x"):
                for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                    for ax0, ax1 in T.grid(6, 3):
                        with T.block("A_local"):
                            v0 = T.axis.spatial(130, i_0 * 4 + ax0)
                            v1 = T.axis.spatial(130, j_0 * 32 + j_1 + ax1)
                            T.reads(A[v0, v1])
                            T.writes(A_local[v0, v1])
                            A_local[v0, v1] = A[v0, v1]
                    for i_1 in range(4):
                        with T.block("C"):
                            vi = T.axis.spatial(128, i_0 * 4 + i_1)
                            vj = T.axis.spatial(128, j_0 * 32 + j_1)
                            T.reads(A_local[vi:vi + 3, vj:vj + 3])
                            T.writes(B[vi, vj])
                            B[vi, vj] = A_local[vi + 1, vj] + A_local[vi + 1, vj + 2] + A_local[vi, vj + 1] + A_local[vi + 2, vj + 1]
