from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        for i, j in T.grid(16, 8):
            with T.block("C"):
                vi, vj = T.axis.remap("SR", [i, j])
                C[vi] = C[vi] + A[vi, vj]
