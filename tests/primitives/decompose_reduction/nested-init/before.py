from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(X: T.Buffer((8, 6), "float32"), V: T.Buffer((8,), "float32")):
        # with T.block("root"):
        for i, k in T.grid(2, 6):
            with T.block("s"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(X[vi * 4:vi * 4 + 4, vk])
                T.writes(V[vi * 4:vi * 4 + 4])
                with T.init():
                    for j in range(4):
                        with T.block("zero"):
                            vj = T.axis.spatial(4, j)
                            T.reads()
                            T.writes(V[vi * 4 + vj])
                            V[vi * 4 + vj] = T.float32(0.0)
                for j in range(4):
                    with T.block("add"):
                        vj = T.axis.spatial(4, j)
                        T.reads(V[vi * 4 + vj], X[vi * 4 + vj, vk])
                        T.writes(V[vi * 4 + vj])
                        V[vi * 4 + vj] = V[vi * 4 + vj] + X[vi * 4 + vj, vk]
