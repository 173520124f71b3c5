from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 12), "float32"), B: T.Buffer((8, 12), "float32")):
        for i, j in T.grid(8, 12):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                vj = T.axis.scan(12, j)
                B[vi, vj] = A[vi, vj] * T.float32(2)
