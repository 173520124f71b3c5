from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        for o in range(2):
            for i, j in T.grid(8, 24):
                with T.block("D"):
                    vi = T.axis.spatial(16, o * 8 + i)
                    vj = T.axis.spatial(24, j)
                    D[vi, vj] = A[vi, vj]
            for k, l in T.grid(8, 24):
                with T.block("E"):
                    vi = T.axis.spatial(16, o * 8 + k)
                    vj = T.axis.spatial(24, l)
                    E[vi, vj] = A[vi, vj]
