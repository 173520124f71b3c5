from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((1,))
        with T.block("B"):
            vi = T.axis.spatial(1, 0)
            T.reads(A[5])
            T.writes(B[0])
            B[0] = A[5]
        for i in range(64):
            with T.block("C"):
                v = T.axis.spatial(64, i)
                T.reads(B[0])
                T.writes(C[v])
                C[v] = B[0]
