from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16, 8), scope="local")
        for i_0, j_0 in T.grid(4, 4):
            for k, i_1, j_1 in T.grid(12, 4, 2):
                with T.block("C"):
                    vi = T.axis.spatial(16, i_0 * 4 + i_1)
                    vj = T.axis.spatial(8, j_0 * 2 + j_1)
                    vk = T.axis.reduce(12, k)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C_local[vi, vj])
                    with T.init():
                        C_local[vi, vj] = T.float32(0.0)
                    C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
            with T.block("C_local"):
                v0, v1 = T.axis.remap("SS", [i_0, j_0])
                T.reads(C_local[v0 * 4:v0 * 4 + 4, v1 * 2:v1 * 2 + 2])
                T.writes(C[v0 * 4:v0 * 4 + 4, v1 * 2:v1 * 2 + 2])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(4, 2):
                    C[v0 * 4 + ax0, v1 * 2 + ax1] = C_local[v0 * 4 + ax0, v1 * 2 + ax1]
