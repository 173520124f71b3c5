from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for k in range(8):
            with T.block("s"):
                vk = T.axis.reduce(8, k)
                T.reads(V[vk])
                T.writes(X[()])
                with T.init():
                    X[()] = T.float32(-100.0)
                X[()] = T.max(X[()], V[vk])
