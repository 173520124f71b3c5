from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "int32"), D: T.Buffer((14,), "int32")):
        # with T.block("root"):
        B = T.alloc_buffer((14,), "int32")
        for i in range(14):
            with T.block("B0"):
                vi = T.axis.spatial(14, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]
        for i in range(14):
            with T.block("B1"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi])
                T.writes(B[vi])
                B[vi] = B[vi] * 2
        for i in range(14):
            with T.block("D"):
                vi = T.axis.spatial(14, i)
                T.reads(B[vi])
                T.writes(D[vi])
                D[vi] = B[vi]
