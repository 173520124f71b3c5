from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(16),), "int32"), C: T.Buffer((T.int64(16),), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((T.int64(2), T.int64(8)), "int32")
        for i in range(T.int64(16)):
            with T.block("B"):
                vi = T.axis.spatial(T.int64(16), i)
                T.reads(A[vi])
                T.writes(B[vi // T.int64(8), vi % T.int64(8)])
                B[vi // T.int64(8), vi % T.int64(8)] = A[vi] + 1
        for i in range(T.int64(16)):
            with T.block("C"):
                vi = T.axis.spatial(T.int64(16), i)
                T.reads(B[vi // T.int64(8), vi % T.int64(8)])
                T.writes(C[vi])
                C[vi] = B[vi // T.int64(8), vi % T.int64(8)] * 2
