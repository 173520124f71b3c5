from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(I_1: T.Buffer((20,), "int32"), A: T.Buffer((20,), "float32"), D: T.Buffer((20,), "float32")):
        # with T.block("root"):
        J = T.alloc_buffer((20,), "int64")
        for i in range(20):
            with T.block("J"):
                vi = T.axis.spatial(20, i)
                T.reads(I_1[vi])
                T.writes(J[vi])
                J[vi] = T.Cast("int64", T.max(T.min(I_1[vi], 19), 0))
        for i in range(20):
            with T.block("D"):
                vi = T.axis.spatial(20, i)
                T.reads(J[vi], A[0:20])
                T.writes(D[vi])
                D[vi] = A[T.Cast("int32", J[vi])]
