from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 5), "float32"), C: T.Buffer((), "float32")):
        # with T.block("root"):
        for j, k in T.grid(6, 5):
            with T.block("C"):
                vj, vk = T.axis.remap("RR", [j, k])
                T.reads(A[vj, vk])
                T.writes(C[()])
                with T.init():
                    C[()] = T.float32(0.0)
                C[()] = C[()] + A[vj, vk]
