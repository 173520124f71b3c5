from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        for i_0 in range(3):
            for i_1_init, j_init in T.grid(8, 16):
                with T.block("C_init"):
                    vi = T.axis.spatial(20, i_0 * 8 + i_1_init)
                    vj = T.axis.spatial(16, j_init)
                    T.where(i_0 * 8 + i_1_init < 20)
                    T.reads()
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.float32(0.0)
            for k_0, i_1, j, k_1 in T.grid(3, 8, 16, 5):
                with T.block("C_update"):
                    vi = T.axis.spatial(20, i_0 * 8 + i_1)
                    vj = T.axis.spatial(16, j)
                    vk = T.axis.reduce(12, k_0 * 5 + k_1)
                    T.where(i_0 * 8 + i_1 < 20 and k_0 * 5 + k_1 < 12)
                    T.reads(C[vi, vj], A[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(20, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
