from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32"), F: T.Buffer((16, 24), "float32")):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                for j in range(24):
                    with T.block("D"):
                        vj = T.axis.spatial(24, j)
                        D[vi, vj] = A[vi, vj]
                for l in range(24):
                    with T.block("E"):
                        vj = T.axis.spatial(24, l)
                        E[vi, vj] = D[vi, vj] * T.float32(2)
        for k, m in T.grid(16, 24):
            with T.block("F"):
                vi, vj = T.axis.remap("SS", [k, m])
                F[vi, vj] = A[vi, vj]
