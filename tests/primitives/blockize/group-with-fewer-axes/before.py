from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 6), "float32"), D: T.Buffer((35,), "float32")):
        B = T.alloc_buffer((36,), "float32")
        for i, j in T.grid(6, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi * 6 + vj] = A[vi, vj]
        for i in range(35):
            with T.block("D"):
                vi = T.axis.spatial(35, i)
                D[vi] = B[vi + 1] + T.float32(3)
