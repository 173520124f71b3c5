from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for i in range(32):
            with T.block("B"):
                v = T.axis.spatial(32, i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
        for i in range(64):
            with T.block("C"):
                v = T.axis.spatial(64, i)
                T.reads(B[v])
                T.writes(C[v])
                C[v] = B[v]
