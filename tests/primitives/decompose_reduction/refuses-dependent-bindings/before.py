from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((8, 8), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(8, 8):
            with T.block("s"):
                vi = T.axis.spatial(8, i)
                vk = T.axis.reduce(8, T.min(i, k))
                T.reads(X[vi, vk])
                T.writes(V[vi])
                with T.init():
                    V[vi] = T.float32(0.0)
                V[vi] = V[vi] + X[vi, vk]
