from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 3, 3), "float32"), C: T.Buffer((4,), "float32")):
        for i, kh, kw in T.grid(4, 3, 3):
            with T.block("C"):
                vi, vkh, vkw = T.axis.remap("SRR", [i, kh, kw])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + A[vi, vkh, vkw]
