# TVM: right
# result: A @ B
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32, 32), "float32"), C: T.Buffer((32, 32), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((32, 32), scope="local")
        for i_0, j_0, k_0 in T.grid(4, 4, 8):
            for k_1, i_1, j_1 in T.grid(4, 8, 8):
                with T.block("C"):
                    vi = T.axis.spatial(32, i_0 * 8 + i_1)
                    vj = T.axis.spatial(32, j_0 * 8 + j_1)
                    vk = T.axis.reduce(32, k_0 * 4 + k_1)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C_local[vi, vj])
                    with T.init():
                        C_local[vi, vj] = T.float32(0.0)
                    C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0, ax1 in T.grid(8, 8):
                with T.block("C_local"):
                    v0 = T.axis.spatial(32, i_0 * 8 + ax0)
                    v1 = T.axis.spatial(32, j_0 * 8 + ax1)
                    T.reads(C_local[v0, v1])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_local[v0, v1]
