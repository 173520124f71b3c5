# SPDX-License-Identifier: Apache-2.0
# sizes: A_local 1 13
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((64, 67), "float32"), B: T.Buffer((64, 64), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        A_local = T.alloc_buffer((64, 67), scope="local")
        for i in T.thread_binding(64, thread="threadIdx.x"):
            for j_0 in range(7):
                for ax0 in range(13):
                    with T.block("A_local"):
                        v0 = T.axis.spatial(64, i)
                        v1 = T.axis.spatial(67, j_0 * 10 + ax0)
                        T.where(j_0 * 10 + ax0 < 67)
                        T.reads(A[v0, v1])
                        T.writes(A_local[v0, v1])
                        A_local[v0, v1] = A[v0, v1]
                for j_1 in range(10):
                    with T.block("C"):
                        vi = T.axis.spatial(64, i)
                        vj = T.axis.spatial(64, j_0 * 10 + j_1)
                        T.where(j_0 * 10 + j_1 < 64)
                        T.reads(A_local[vi, vj:vj + 4])
                        T.writes(B[vi, vj])
                        B[vi, vj] = A_local[vi, vj] + A_local[vi, vj + 3]
