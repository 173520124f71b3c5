from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((1, 16, 1), "float32")):
        for i, j, u in T.grid(1, 16, 1):
            with T.block("C"):
                vi, vj, vu = T.axis.remap("SSS", [i, j, u])
                C[vi, vj, vu] = A[vi, vj]
