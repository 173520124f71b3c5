from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((16, 2), "float32")):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[0:400])
                T.writes(B[vi, 0:2])
                B[vi, 0] = A[vi * 5] + A[vi + 1]
                B[vi, 1] = A[vi * 16 + vi + 3] + A[vi * 5]
