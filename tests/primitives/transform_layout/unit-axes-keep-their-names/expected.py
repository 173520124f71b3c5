from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 4, 1, 6), "float32"), C: T.Buffer((1, 4, 1, 6), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((1, 4, 1, 6))
        for i, j, k, l in T.grid(1, 4, 1, 6):
            with T.block("B"):
                vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
                T.reads(A[vi, vj, vk, vl])
                T.writes(B[vi, vj, vk, vl])
                B[vi, vj, vk, vl] = A[vi, vj, vk, vl] * T.float32(2.0)
        for i, j, k, l in T.grid(1, 4, 1, 6):
            with T.block("C"):
                vi, vj, vk, vl = T.axis.remap("SSSS", [i, j, k, l])
                T.reads(B[vi, vj, vk, vl])
                T.writes(C[vi, vj, vk, vl])
                C[vi, vj, vk, vl] = B[vi, vj, vk, vl] + T.float32(1.0)
