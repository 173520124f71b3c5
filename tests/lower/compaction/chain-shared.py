# SPDX-License-Identifier: Apache-2.0
# sizes: E_shared 4 64; S_shared 4
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class M:
    @T.prim_func
    def main(A: T.Buffer((256, 64), "float32"), D: T.Buffer((256, 64), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        E_shared = T.alloc_buffer((256, 64), scope="shared")
        S_shared = T.alloc_buffer((256,), scope="shared")
        for i_0 in T.thread_binding(64, thread="blockIdx.x"):
            for ax0, ax1_0 in T.grid(4, 2):
                for ax1_1 in T.thread_binding(32, thread="threadIdx.x"):
                    with T.block("E"):
                        vi = T.axis.spatial(256, i_0 * 4 + ax0)
                        vj = T.axis.spatial(64, ax1_0 * 32 + ax1_1)
                        T.reads(A[vi, vj])
                        T.writes(E_shared[vi, vj])
                        E_shared[vi, vj] = T.exp(A[vi, vj])
            for ax0 in T.thread_binding(4, thread="threadIdx.x"):
                for ax1 in range(64):
                    with T.block("S"):
                        vi = T.axis.spatial(256, i_0 * 4 + ax0)
                        vj = T.axis.reduce(64, ax1)
                        T.reads(E_shared[vi, vj])
                        T.writes(S_shared[vi])
                        with T.init():
                            S_shared[vi] = T.float32(0.0)
                        S_shared[vi] = S_shared[vi] + E_shared[vi, vj]
            for i_1, j_0 in T.grid(4, 2):
                for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                    with T.block("D"):
                        vi = T.axis.spatial(256, i_0 * 4 + i_1)
                        vj = T.axis.spatial(64, j_0 * 32 + j_1)
                        T.reads(E_shared[vi, vj], S_shared[vi])
                        T.writes(D[vi, vj])
                        D[vi, vj] = E_shared[vi, vj] / S_shared[vi]
