from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12, 14), "int8"), C: T.Buffer((8, 10), "int8")):
        B = T.alloc_buffer((10, 12), "int8")
        for i, j, k, l in T.grid(10, 12, 3, 3):
            with T.block("B"):
                vi, vj, vk, vl = T.axis.remap("SSRR", [i, j, k, l])
                with T.init():
                    B[vi, vj] = T.int8(-128)
                B[vi, vj] = T.max(B[vi, vj], A[vi + vk, vj + vl])
        for i, j, k, l in T.grid(8, 10, 3, 3):
            with T.block("C"):
                vi, vj, vk, vl = T.axis.remap("SSRR", [i, j, k, l])
                with T.init():
                    C[vi, vj] = T.int8(-128)
                C[vi, vj] = T.max(C[vi, vj], B[vi + vk, vj + vl])
