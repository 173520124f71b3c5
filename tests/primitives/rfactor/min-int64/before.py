from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6), "int64"), D: T.Buffer((8, 6), "int64"), C: T.Buffer((8,), "int64")):
        # with T.block("root"):
        for i, k in T.grid(8, 6):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.int64(9223372036854775807)
                C[vi] = T.min(C[vi], A[vi, vk])
