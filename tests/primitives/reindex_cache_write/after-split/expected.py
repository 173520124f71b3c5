from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        C_wmma_accumulator = T.alloc_buffer((4, 4, 4, 3), scope="wmma.accumulator")
        for i_0, j_0, k, i_1, j_1 in T.grid(4, 4, 8, 4, 3):
            with T.block("C"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(12, j_0 * 3 + j_1)
                vk = T.axis.reduce(8, k)
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3])
                with T.init():
                    C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3] = T.float32(0.0)
                C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3] = C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3] + A[vi, vk] * B[vk, vj]
        for i_0, j_0, i_1, j_1 in T.grid(4, 4, 4, 3):
            with T.block("C_wmma.accumulator"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(12, j_0 * 3 + j_1)
                T.reads(C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3])
                T.writes(C[vi, vj])
                C[vi, vj] = C_wmma_accumulator[vi // 4, vj // 3, vi % 4, vj % 3]
