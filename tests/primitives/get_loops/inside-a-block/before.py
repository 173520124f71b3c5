from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                for j in range(24):
                    with T.block("D"):
                        vj = T.axis.spatial(24, j)
                        D[vi, vj] = A[vi, vj]
