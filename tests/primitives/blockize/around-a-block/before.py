from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for i, j in T.grid(4, 4):
            with T.block("O"):
                vi, vj = T.axis.remap("SS", [i, j])
                for ii, jj in T.grid(4, 4):
                    with T.block("B"):
                        vii, vjj = T.axis.remap("SS", [ii, jj])
                        B[vi * 4 + vii, vj * 4 + vjj] = A[vi * 4 + vii, vj * 4 + vjj] * T.float32(2)
