from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        for i in range(1, 16):
            for j in range(24):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    D[vi, vj] = A[vi, vj]
        for k in range(15):
            for l in range(24):
                with T.block("E"):
                    vi, vj = T.axis.remap("SS", [k, l])
                    E[vi, vj] = A[vi, vj]
