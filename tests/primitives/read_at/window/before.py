from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 8), "float32"), C: T.Buffer((32, 8), "float32")):
        for io, j, ii in T.grid(4, 8, 8):
            with T.block("C"):
                vi = T.axis.spatial(32, io * 8 + ii)
                vj = T.axis.spatial(8, j)
                C[vi, vj] = A[vi, vj] + A[vi + 2, 7 - vj]
