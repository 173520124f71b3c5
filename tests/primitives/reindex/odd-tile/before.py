from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((100,), "float32"), C: T.Buffer((100,), "float32")):
        for i, j in T.grid(7, 16):
            with T.block("C"):
                vi = T.axis.spatial(100, i * 16 + j)
                T.where(i * 16 + j < 100)
                C[vi] = A[99 - vi]
