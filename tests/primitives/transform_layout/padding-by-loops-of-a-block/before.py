from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14, 6), "int32"), C: T.Buffer((14, 6), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((14, 6), "int32")
        for i, j in T.grid(14, 6):
            with T.block("B"):
                T.reads(A[i, j])
                T.writes(B[i, j])
                B[i, j] = A[i, j] + i
        for i, j in T.grid(14, 6):
            with T.block("C"):
                T.reads(B[i, j])
                T.writes(C[i, j])
                C[i, j] = B[i, j]
