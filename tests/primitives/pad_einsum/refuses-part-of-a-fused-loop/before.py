from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((30, 30), "float32"), B: T.Buffer((30, 30), "float32")):
        for f in range(11):
            with T.block("head"):
                vi = T.axis.spatial(30, f // 30)
                vj = T.axis.spatial(30, f % 30)
                B[vi, vj] = A[vj, vi]
        for f in range(11, 900):
            with T.block("B"):
                vi = T.axis.spatial(30, f // 30)
                vj = T.axis.spatial(30, f % 30)
                B[vi, vj] = A[vj, vi]
