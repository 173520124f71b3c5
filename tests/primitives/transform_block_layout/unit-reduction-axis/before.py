from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 8, 1, 4), "float32"), B: T.Buffer((1, 8), "float32")):
        # with T.block("root"):
        for i, j, k, l in T.grid(1, 8, 1, 4):
            with T.block("B"):
                vi, vj, vk, vl = T.axis.remap("SSRR", [i, j, k, l])
                T.reads(A[vi, vj, vk, vl])
                T.writes(B[vi, vj])
                with T.init():
                    B[vi, vj] = T.float32(0.0)
                B[vi, vj] = B[vi, vj] + A[vi, vj, vk, vl]
