from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        for n in range(4):
            with T.block("O"):
                vn = T.axis.spatial(4, n)
                for i, j in T.grid(4, 4):
                    with T.block("B"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        C[vn * 4 + vi, vj] = A[vn * 4 + vi, vj]
