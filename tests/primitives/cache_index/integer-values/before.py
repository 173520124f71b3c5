from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "int32"), B: T.Buffer((64,), "int32")):
        for i in range(64):
            with T.block("B"):
                vi = T.axis.spatial(64, i)
                T.reads(A[0:400])
                T.writes(B[vi])
                B[vi] = A[vi * 2] + vi * 3 + 1 + A[vi + 5]
