from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((12,), "float32"), B: T.Buffer((12, 4), "float32")):
        # with T.block("root"):
        for i, j in T.grid(4, 4):
            with T.block("B"):
                vi = T.axis.spatial(12, i * 3)
                vj = T.axis.spatial(4, j)
                T.reads(A[vi])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi]
