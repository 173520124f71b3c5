from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        for i_0 in range(3):
            for i_1, j, k in T.grid(8, 16, 12):
                with T.block("C"):
                    vi = T.axis.spatial(20, i_0 * 8 + i_1)
                    vj, vk = T.axis.remap("SR", [j, k])
                    T.where(i_0 * 8 + i_1 < 20)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0, ax1 in T.grid(8, 16):
                with T.block("D"):
                    vi = T.axis.spatial(20, i_0 * 8 + ax0)
                    vj = T.axis.spatial(16, ax1)
                    T.where(i_0 * 8 + ax0 < 20)
                    T.reads(C[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
