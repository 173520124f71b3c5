from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        for i_0, j_0 in T.grid(3, 3):
            for ax0, ax1, ax2 in T.grid(8, 6, 12):
                with T.block("C"):
                    vi = T.axis.spatial(20, i_0 * 8 + ax0)
                    vj = T.axis.spatial(16, j_0 * 6 + ax1)
                    vk = T.axis.reduce(12, ax2)
                    T.where(i_0 * 8 + ax0 < 20 and j_0 * 6 + ax1 < 16)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
            for i_1, j_1 in T.grid(8, 6):
                with T.block("D"):
                    vi = T.axis.spatial(20, i_0 * 8 + i_1)
                    vj = T.axis.spatial(16, j_0 * 6 + j_1)
                    T.where(i_0 * 8 + i_1 < 20 and j_0 * 6 + j_1 < 16)
                    T.reads(C[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
