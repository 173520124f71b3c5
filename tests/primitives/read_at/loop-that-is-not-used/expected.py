from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16, 12), scope="shared")
        for i_0, j in T.grid(4, 8):
            with T.block("A_shared"):
                v0 = T.axis.spatial(4, i_0)
                T.reads(A[v0 * 4:v0 * 4 + 4, 0:12])
                T.writes(A_shared[v0 * 4:v0 * 4 + 4, 0:12])
                T.block_attr({"auto_copy": True, "note": 1})
                for ax0, ax1 in T.grid(4, 12):
                    A_shared[v0 * 4 + ax0, ax1] = A[v0 * 4 + ax0, ax1]
            for k, i_1 in T.grid(12, 4):
                with T.block("C"):
                    vi = T.axis.spatial(16, i_0 * 4 + i_1)
                    vj, vk = T.axis.remap("SR", [j, k])
                    T.reads(A_shared[vi, vk], B[vk, vj])
                    T.writes(C[vi, vj])
                    with T.init():
                        C[vi, vj] = T.float32(0.0)
                    C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B[vk, vj]
