from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6, 5), "float32"), C: T.Buffer((8,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((6, 8))
        for i, j, k in T.grid(8, 6, 5):
            with T.block("C_rf"):
                vj, vi, vk = T.axis.remap("SSR", [j, i, k])
                T.reads(A[vi, vj, vk])
                T.writes(C_rf[vj, vi])
                with T.init():
                    C_rf[vj, vi] = T.float32(0.0)
                C_rf[vj, vi] = C_rf[vj, vi] + A[vi, vj, vk]
        for i, j in T.grid(8, 6):
            with T.block("C"):
                vj, vi = T.axis.remap("RS", [j, i])
                T.reads(C_rf[vj, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vj, vi]
