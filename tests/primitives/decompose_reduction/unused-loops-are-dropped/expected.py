from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((8, 6), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i0_init, i1_init in T.grid(3, 3):
            with T.block("s_init"):
                vi = T.axis.spatial(8, i0_init * 3 + i1_init)
                T.where(i0_init * 3 + i1_init < 8)
                T.reads()
                T.writes(V[vi])
                V[vi] = T.float32(-100.0)
        for u, i0, k, i1 in T.grid(1, 3, 6, 3):
            with T.block("s_update"):
                vi = T.axis.spatial(8, i0 * 3 + i1)
                vk = T.axis.reduce(6, k)
                T.where(i0 * 3 + i1 < 8)
                T.reads(V[vi], X[vi, vk])
                T.writes(V[vi])
                V[vi] = T.max(V[vi], X[vi, vk])
