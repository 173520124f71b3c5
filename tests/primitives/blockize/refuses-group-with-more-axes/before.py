from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), D: T.Buffer((6, 6), "float32")):
        B = T.alloc_buffer((36,), "float32")
        for i in range(36):
            with T.block("B"):
                vi = T.axis.spatial(36, i)
                B[vi] = A[vi] + T.float32(3)
        for i, j in T.grid(6, 6):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = B[vi * 6 + vj]
