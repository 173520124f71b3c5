from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((8, 6), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for u, i0, k, i1 in T.grid(1, 3, 6, 3):
            with T.block("s"):
                vi = T.axis.spatial(8, i0 * 3 + i1)
                vk = T.axis.reduce(6, k)
                T.where(i0 * 3 + i1 < 8)
                T.reads(X[vi, vk])
                T.writes(V[vi])
                with T.init():
                    V[vi] = T.float32(-100.0)
                V[vi] = T.max(V[vi], X[vi, vk])
