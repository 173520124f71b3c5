from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 9), "float32"), C: T.Buffer((16, 9), "float32")):
        for i, j in T.grid(16, 9):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj]
        for i, j in T.grid(16, 9):
            with T.block("W"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = T.float32(3.0)
