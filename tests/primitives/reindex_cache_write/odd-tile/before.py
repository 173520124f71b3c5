from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((50, 4), "float32"), C: T.Buffer((50, 4), "float32")):
        for io, ii, j in T.grid(4, 16, 4):
            with T.block("C"):
                vi = T.axis.spatial(50, io * 16 + ii)
                vj = T.axis.spatial(4, j)
                T.where(io * 16 + ii < 50)
                C[vi, vj] = A[vi, 3]
