from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B_shared = T.alloc_buffer((3, 2, 4, 4), scope="shared")
        for j, k in T.grid(12, 8):
            with T.block("B_shared"):
                vj, vk = T.axis.remap("SS", [j, k])
                T.reads(B[vk, vj])
                T.writes(B_shared[vj // 4, vk // 4, vj % 4, vk % 4])
                B_shared[vj // 4, vk // 4, vj % 4, vk % 4] = B[vk, vj]
        for i, j, k in T.grid(16, 12, 8):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B_shared[vj // 4, vk // 4, vj % 4, vk % 4])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B_shared[vj // 4, vk // 4, vj % 4, vk % 4]
