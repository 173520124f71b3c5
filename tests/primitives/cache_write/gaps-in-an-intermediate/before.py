from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((32,), "float32")):
        C = T.alloc_buffer((64,))
        for i in range(32):
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                C[vi * 2] = A[vi * 2 + 1]
        for i in range(32):
            with T.block("D"):
                vi = T.axis.spatial(32, i)
                D[vi] = C[vi * 2]
