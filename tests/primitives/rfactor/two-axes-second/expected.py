from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6, 5), "float32"), C: T.Buffer((8,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((5, 8))
        for i, j, k in T.grid(8, 6, 5):
            with T.block("C_rf"):
                vk, vi, vj = T.axis.remap("SSR", [k, i, j])
                T.reads(A[vi, vj, vk])
                T.writes(C_rf[vk, vi])
                with T.init():
                    C_rf[vk, vi] = T.float32(0.0)
                C_rf[vk, vi] = C_rf[vk, vi] + A[vi, vj, vk]
        for i, k in T.grid(8, 5):
            with T.block("C"):
                vk, vi = T.axis.remap("RS", [k, i])
                T.reads(C_rf[vk, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vk, vi]
