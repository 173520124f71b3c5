from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(I_1: T.Buffer((8, 6), "int32"), V: T.Buffer((8, 6), "float32"), P: T.Buffer((8,), "int32"), Q: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(8, 6):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(V[vi, vk], I_1[vi, vk])
                T.writes(P[vi], Q[vi])
                with T.init():
                    P[vi] = -1
                    Q[vi] = T.float32(-340282346638528859811704183484516925440.0)
                x: T.int32 = T.Select(Q[vi] >= V[vi, vk], P[vi], I_1[vi, vk])
                y: T.float32 = T.Select(Q[vi] >= V[vi, vk], Q[vi], V[vi, vk])
                P[vi] = x
                Q[vi] = y
