from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((4, 8, 4), scope="shared")
        B_shared = T.alloc_buffer((12, 8), scope="shared")
        for k_0, j, k_1 in T.grid(2, 12, 4):
            with T.block("B_shared"):
                vj = T.axis.spatial(12, j)
                vk = T.axis.spatial(8, k_0 * 4 + k_1)
                T.reads(B[vk, vj])
                T.writes(B_shared[vj, vk])
                B_shared[vj, vk] = B[vk, vj]
        for i_0, k_0, i_1, k_1 in T.grid(4, 2, 4, 4):
            with T.block("A_shared"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vk = T.axis.spatial(8, k_0 * 4 + k_1)
                T.reads(A[vi, vk])
                T.writes(A_shared[vi // 4, vk, vi % 4])
                A_shared[vi // 4, vk, vi % 4] = A[vi, vk]
        for i_0, k_0, j, i_1, k_1 in T.grid(4, 2, 12, 4, 4):
            with T.block("C"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(12, j)
                vk = T.axis.reduce(8, k_0 * 4 + k_1)
                T.reads(A_shared[vi // 4, vk, vi % 4], B_shared[vj, vk])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A_shared[vi // 4, vk, vi % 4] * B_shared[vj, vk]
