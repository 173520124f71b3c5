from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((34,))
        for i in range(34):
            with T.block("B"):
                vi = T.axis.spatial(34, i)
                B[vi] = T.max(A[vi], T.max(A[vi + 1], A[vi + 2]))
        for i in range(32):
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                C[vi] = T.max(B[vi], T.max(B[vi + 1], B[vi + 2]))
