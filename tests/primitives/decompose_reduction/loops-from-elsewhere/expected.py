from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((4,), "float32"), V: T.Buffer((4, 8), "float32")):
        # with T.block("root"):
        for i_init in range(2, 6):
            with T.block("s_init"):
                vi = T.axis.spatial(4, i_init - 2)
                T.reads()
                T.writes(X[vi])
                X[vi] = T.float32(0.0)
        for i in range(2, 6):
            for k in range(8):
                with T.block("s_update"):
                    vi = T.axis.spatial(4, i - 2)
                    vk = T.axis.reduce(8, k)
                    T.reads(X[vi], V[vi, vk])
                    T.writes(X[vi])
                    X[vi] = X[vi] + V[vi, vk]
