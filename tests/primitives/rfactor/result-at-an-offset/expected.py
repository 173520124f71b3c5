from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 24), "float32"), C: T.Buffer((40,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((40, 24))
        for i, k in T.grid(20, 24):
            with T.block("C_rf"):
                vk, vi = T.axis.remap("SS", [k, i])
                T.reads(A[vi, vk])
                T.writes(C_rf[vi * 2 + 1, vk])
                C_rf[vi * 2 + 1, vk] = A[vi, vk]
        for i, k in T.grid(20, 24):
            with T.block("C"):
                vk, vi = T.axis.remap("RS", [k, i])
                T.reads(C_rf[vi * 2 + 1, vk])
                T.writes(C[vi * 2 + 1])
                with T.init():
                    C[vi * 2 + 1] = T.float32(0.0)
                C[vi * 2 + 1] = C[vi * 2 + 1] + C_rf[vi * 2 + 1, vk]
