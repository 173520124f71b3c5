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
                C_rf = T.alloc_buffer((24, 20))
                for k in range(24):
                    with T.block("C_rf"):
                        vk = T.axis.spatial(24, k)
                        vi = T.axis.spatial(20, vi0)
                        T.reads(A[vi, vk])
                        T.writes(C_rf[vk, vi])
                        C_rf[vk, vi] = A[vi, vk]
                for k in range(24):
                    with T.block("C"):
                        vk = T.axis.reduce(24, k)
                        vi = T.axis.spatial(20, vi0)
                        T.reads(C_rf[vk, vi])
                        T.writes(C[vi])
                        with T.init():
                            C[vi] = T.float32(0.0)
                        C[vi] = C[vi] + C_rf[vk, vi]
