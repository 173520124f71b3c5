from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        X_local = T.alloc_buffer((), scope="local")
        for k in range(8):
            with T.block("s"):
                vk = T.axis.reduce(8, k)
                T.reads(V[vk])
                T.writes(X_local[()])
                with T.init():
                    X_local[()] = T.float32(-100.0)
                X_local[()] = T.max(X_local[()], V[vk])
        with T.block("X_local"):
            T.reads(X_local[()])
            T.writes(X[()])
            X[()] = X_local[()]
