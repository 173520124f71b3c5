from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((6, 9), "float32"), I0: T.Buffer((6,), "int32"), V: T.Buffer((6,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(6, 9):
            with T.block("argmax"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(X[vi, vk])
                T.writes(I0[vi], V[vi])
                with T.init():
                    I0[vi] = -1
                    V[vi] = T.float32(-1000000000.0)
                index: T.int32 = T.Select(V[vi] >= X[vi, vk], I0[vi], vk)
                value: T.float32 = T.Select(V[vi] >= X[vi, vk], V[vi], X[vi, vk])
                I0[vi] = index
                V[vi] = value
