from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), B: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        C = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                C[vi] = A[vi * 3]
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = A[vi * 5] + C[vi // 2]
        for i in range(16):
            with T.block("D"):
                vi = T.axis.spatial(16, i)
                D[vi] = A[vi * 5] + C[vi // 2]
