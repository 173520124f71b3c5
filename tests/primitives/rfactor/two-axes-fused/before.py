from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6, 5), "float32"), C: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, j, k in T.grid(8, 6, 5):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                T.reads(A[vi, vj, vk])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + A[vi, vj, vk]
