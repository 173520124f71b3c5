from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(8):
            with T.block("B0"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
        for i in range(8):
            with T.block("B1"):
                v = T.axis.spatial(8, i)
                T.reads(A[v])
                T.writes(B[v + 8])
                B[v + 8] = A[v]
        for i in range(16):
            with T.block("E"):
                v = T.axis.spatial(16, i)
                T.reads(B[T.min(15 - v, v):T.min(15 - v, v) + (T.max(15 - v, v) + 1 - T.min(15 - v, v))])
                T.writes(E[v])
                E[v] = B[15 - v] + B[v]
