from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        P = T.alloc_buffer((16,), "int32")
        for i in range(16):
            with T.block("P"):
                vi = T.axis.spatial(16, i)
                P[vi] = (vi * 5 + 3) % 16
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:16], P[vi])
                T.writes(C[vi])
                C[vi] = A[P[vi]]
