from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), C: T.Buffer((20,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((20, 12))
        for i, k in T.grid(20, 12):
            with T.block("B"):
                vi, vk = T.axis.remap("SS", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi, vk])
                B[vi, vk] = A[vi, vk] * T.float32(2.0)
        for i, k in T.grid(20, 12):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(B[vi, vk])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + B[vi, vk]
