from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16, 12), scope="shared")
        B_shared = T.alloc_buffer((12, 8), scope="shared")
        for i_0, j, k_0 in T.grid(4, 8, 4):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [i_0, k_0])
                T.reads(A[v0 * 4:v0 * 4 + 4, v1 * 3:v1 * 3 + 3])
                T.writes(A_shared[v0 * 4:v0 * 4 + 4, v1 * 3:v1 * 3 + 3])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(4, 3):
                    A_shared[v0 * 4 + ax0, v1 * 3 + ax1] = A[v0 * 4 + ax0, v1 * 3 + ax1]
            with T.block("B_shared"):
                v0, v1 = T.axis.remap("SS", [k_0, j])
                T.reads(B[v0 * 3:v0 * 3 + 3, v1])
                T.writes(B_shared[v0 * 3:v0 * 3 + 3, v1])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(3, 1):
                    B_shared[v0 * 3 + ax0, v1 + ax1] = B[v0 * 3 + ax0, v1 + ax1]
            for i_1, k_1 in T.grid(4, 3):
                with T.block("C"):
                    vi = T.axis.spatial(16, i_0 * 4 + i_1)
                    vj = T.axis.spatial(8, j)
                    vk = T.axis.reduce(12, k_0 * 3 + k_1)
                    T.reads(A_shared[vi, vk], B_shared[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
