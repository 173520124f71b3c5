from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((64,), "float32")):
        for i in range(64):
            with T.block("B"):
                vi = T.axis.spatial(64, i)
                T.reads(A[0:400])
                T.writes(B[vi])
                B[vi] = A[vi * 2] + T.Cast("float32", vi * 3 + 1) + A[T.Cast("int32", T.floor(T.Cast("float32", vi) * T.float32(0.5)))] + A[vi * 2]
