from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((32, 16), "float32")):
        for i, k, j in T.grid(8, 4, 16):
            with T.block("B"):
                vi = T.axis.spatial(32, i * 4 + k)
                vj = T.axis.spatial(16, j)
                T.where(A[i] < T.float32(4))
                B[vi, vj] = T.float32(1)
