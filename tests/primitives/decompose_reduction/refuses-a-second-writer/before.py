from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((8, 8), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(8, 8):
            with T.block("s"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(X[vi, vk])
                T.writes(V[vi])
                with T.init():
                    V[vi] = T.float32(0.0)
                V[vi] = V[vi] + X[vi, vk]
        for i in range(4):
            with T.block("t"):
                vi = T.axis.spatial(4, i)
                T.reads()
                T.writes(V[vi])
                V[vi] = T.float32(7.0)
