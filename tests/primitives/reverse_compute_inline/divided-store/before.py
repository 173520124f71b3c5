from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((8, 8))
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v // 8, v % 8])
                B[v // 8, v % 8] = A[v]
        for i, j in T.grid(8, 8):
            with T.block("C"):
                v, w = T.axis.remap("SS", [i, j])
                T.reads(B[v, w])
                T.writes(M[v, w])
                M[v, w] = B[v, w] + T.float32(1.0)
