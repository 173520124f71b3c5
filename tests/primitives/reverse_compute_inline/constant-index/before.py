from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2, 3), "float32"), C: T.Buffer((3,), "float32")):
        B = T.alloc_buffer((2, 3))
        for i, j in T.grid(2, 3):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
        for i in range(3):
            with T.block("C"):
                vi = T.axis.spatial(3, i)
                C[vi] = B[0, vi]
