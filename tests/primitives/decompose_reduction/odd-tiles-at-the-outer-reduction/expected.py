from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), C: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        for i_0 in range(7):
            for i_1_init, j_init in T.grid(3, 16):
                with T.block("C_init"):
                    vi = T.axis.spatial(20, i_0 * 3 + i_1_init)
                    vj = T.axis.spatial(16, j_init)
                    T.where(i_0 * 3 + i_1_init < 20)
                    T.reads()
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.float32(0.0)
            for k_0, i_1, k_1, j in T.grid(3, 3, 5, 16):
                with T.block("C_update"):
                    vi = T.axis.spatial(20, i_0 * 3 + i_1)
                    vj = T.axis.spatial(16, j)
                    vk = T.axis.reduce(12, k_0 * 5 + k_1)
                    T.where(i_0 * 3 + i_1 < 20 and k_0 * 5 + k_1 < 12)
                    T.reads(C[vi, vj], A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
