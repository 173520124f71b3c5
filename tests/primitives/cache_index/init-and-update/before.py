from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), D: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        for i, k in T.grid(16, 5):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = D[vi * 2]
                B[vi] = B[vi] + A[vi * 5 + vk] * D[vk + 1]
