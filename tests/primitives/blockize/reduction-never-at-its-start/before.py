from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 6), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            for k in range(2, 6):
                with T.block("C"):
                    vi = T.axis.spatial(4, i)
                    vk = T.axis.reduce(6, k)
                    with T.init():
                        C[vi] = T.float32(0)
                    C[vi] = C[vi] + A[vi, vk]
