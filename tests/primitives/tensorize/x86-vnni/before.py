from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "uint8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((32, 32), "int32")):
        for i, j, k in T.grid(32, 32, 32):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = 0
                C[vi, vj] += T.cast(A[vi, vk], "int32") * T.cast(B[vj, vk], "int32")
