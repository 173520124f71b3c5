from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((66,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v])
                T.block_attr({"of": "B"})
                B[v] = A[v] * T.float32(2.0)
        for i in range(66):
            with T.block("C"):
                v = T.axis.spatial(66, i)
                T.reads(B[v - 1])
                T.writes(C[v])
                C[v] = T.if_then_else(1 <= v and v < 65, B[v - 1], T.float32(0.0))
