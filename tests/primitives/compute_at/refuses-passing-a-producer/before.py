from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        X = T.alloc_buffer((64,))
        for i in range(64):
            with T.block("other"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(D[v])
                T.block_attr({"of": "other"})
                D[v] = A[v] + T.float32(1.0)
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v])
                T.block_attr({"of": "B"})
                B[v] = A[v] + T.float32(1.0)
        for i in range(64):
            with T.block("X"):
                v = T.axis.spatial(64, i)
                T.reads(B[v])
                T.writes(X[v])
                T.block_attr({"of": "X"})
                X[v] = B[v] + T.float32(1.0)
