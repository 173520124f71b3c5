from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), B: T.Buffer((64,), "float32")):
        for i, j in T.grid(8, 8):
            with T.block("B"):
                v = T.axis.spatial(64, i * j)
                B[v] = A[i, j]
