from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((12, 16), scope="local")
        for i, j, k in T.grid(16, 12, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C_local[vj, vi])
                with T.init():
                    C_local[vj, vi] = T.float32(0.0)
                C_local[vj, vi] = C_local[vj, vi] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(16, 12):
            with T.block("C_local"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C_local[vj, vi])
                T.writes(C[vi, vj])
                C[vi, vj] = C_local[vj, vi]
