from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        C_global = T.alloc_buffer((20, 16))
        for i_0, j_0, i_1, j_1 in T.grid(2, 2, 5, 2):
            for k_0, i_2, j_2, k_1, i_3, j_3 in T.grid(6, 1, 1, 2, 2, 4):
                with T.block("C"):
                    vi = T.axis.spatial(20, i_0 * 10 + i_1 * 2 + i_2 * 2 + i_3)
                    vj = T.axis.spatial(16, j_0 * 8 + j_1 * 4 + j_2 * 4 + j_3)
                    vk = T.axis.reduce(12, k_0 * 2 + k_1)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C_global[vi, vj])
                    with T.init():
                        C_global[vi, vj] = T.float32(0.0)
                    C_global[vi, vj] = C_global[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0, ax1 in T.grid(2, 4):
                with T.block("C_global"):
                    v0 = T.axis.spatial(20, i_0 * 10 + i_1 * 2 + ax0)
                    v1 = T.axis.spatial(16, j_0 * 8 + j_1 * 4 + ax1)
                    T.reads(C_global[v0, v1])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_global[v0, v1]
        for i, j in T.grid(20, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
