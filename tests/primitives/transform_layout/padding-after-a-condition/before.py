from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "int32"), C: T.Buffer((14,), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((14,), "int32")
        for i in range(14):
            with T.block("B"):
                T.reads(A[i])
                T.writes(B[i])
                if A[i] > 3:
                    B[i] = A[i]
        for i in range(14):
            with T.block("C"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi]
