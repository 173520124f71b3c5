from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
        B = T.alloc_buffer((6,))
        for i in range(6):
            with T.block("B"):
                vi = T.axis.spatial(6, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(6):
            with T.block("C"):
                vi = T.axis.spatial(6, i)
                T.reads(A[vi], B[vi])
                T.writes(C[vi])
                C[vi] = A[vi] + T.float32(1)
