from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v])
                T.block_attr({"of": "B"})
                B[v] = A[v] * T.float32(2.0)
        for i in range(8):
            with T.block("C"):
                v = T.axis.spatial(8, i)
                T.reads(B[v * 8:v * 8 + 8])
                T.writes(C[v * 8:v * 8 + 8])
                for j in range(8):
                    with T.block("inner"):
                        w = T.axis.spatial(8, j)
                        T.reads(B[v * 8 + w])
                        T.writes(C[v * 8 + w])
                        C[v * 8 + w] = B[v * 8 + w]
