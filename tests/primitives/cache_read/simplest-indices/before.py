from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 40, 32), "float32"), B: T.Buffer((32,), "float32")):
        # with T.block("root"):
        for i in range(32):
            with T.block("B"):
                vi = T.axis.spatial(32, i)
                T.reads(A[vi * 2, 1 + vi, vi * 2 - vi])
                T.writes(B[vi])
                B[vi] = A[T.Cast("int32", vi) * 2, 1 + vi, vi * 2 - vi]
