from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((16, 8), scope="local")
        for i in range(16):
            for j, k in T.grid(8, 12):
                with T.block("C"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C_local[vi, vj])
                    with T.init():
                        C_local[vi, vj] = T.float32(0.0)
                    C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
            with T.block("C_local"):
                v0 = T.axis.spatial(16, i)
                T.reads(C_local[v0, 0:8])
                T.writes(C[v0, 0:8])
                T.block_attr({"auto_copy": True, "note": 1})
                for ax0, ax1 in T.grid(1, 8):
                    C[v0 + ax0, ax1] = C_local[v0 + ax0, ax1]
