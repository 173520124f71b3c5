from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("init"):
                vi = T.axis.spatial(16, i)
                C[vi] = T.float32(0)
            for k in range(8):
                with T.block("C"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    C[vi] = C[vi] + A[vi, vk]
