from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32")):
        P = T.alloc_buffer((64,), "int32")
        for i in range(64):
            with T.block("P"):
                vi = T.axis.spatial(64, i)
                P[vi] = vi * 7 % 64
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:100], P[0:64])
                T.writes(B[vi])
                B[vi] = A[P[vi * 2] + 1] + A[vi + 2]
