from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((8,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((128,))
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v + 32])
                B[v + 32] = A[v]
        for i in range(8):
            with T.block("D"):
                v = T.axis.spatial(8, i)
                T.reads(B[v + 40])
                T.writes(D[v])
                D[v] = B[v + 40]
