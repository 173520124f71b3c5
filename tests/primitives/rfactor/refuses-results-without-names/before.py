from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6), "float32"), P: T.Buffer((8,), "float32"), Q: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(8, 6):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(P[vi], Q[vi])
                with T.init():
                    P[vi] = T.float32(0.0)
                    Q[vi] = T.float32(0.0)
                P[vi] = P[vi] + A[vi, vk]
                Q[vi] = Q[vi] + A[vi, vk]
