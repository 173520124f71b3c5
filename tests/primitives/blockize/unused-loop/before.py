from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for i, j, k, l in T.grid(4, 3, 16, 4):
            with T.block("B"):
                vi = T.axis.spatial(16, i * 4 + l)
                vj = T.axis.spatial(16, k)
                B[vi, vj] = A[vi, vj] * T.float32(2)
