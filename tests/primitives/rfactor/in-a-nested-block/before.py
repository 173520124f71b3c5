from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 24), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        for i in range(20):
            with T.block("o"):
                vi0 = T.axis.spatial(20, i)
                T.reads(A[vi0, 0:24])
                T.writes(C[vi0])
                for k in range(24):
                    with T.block("C"):
                        vi = T.axis.spatial(20, vi0)
                        vk = T.axis.reduce(24, k)
                        T.reads(A[vi, vk])
                        T.writes(C[vi])
                        with T.init():
                            C[vi] = T.float32(0.0)
                        C[vi] = C[vi] + A[vi, vk]
