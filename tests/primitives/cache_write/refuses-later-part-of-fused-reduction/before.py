from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 2, 3), "float32"), C: T.Buffer((4,), "float32")):
        for i, j, k in T.grid(4, 2, 3):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vj, vk]
