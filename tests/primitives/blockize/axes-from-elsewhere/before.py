from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for i, j in T.grid(10, 11):
            with T.block("B"):
                vi = T.axis.spatial((4, 16), i + 4)
                vj = T.axis.spatial((3, 16), j + 3)
                B[vi, vj] = A[vi, vj] * T.float32(2)
