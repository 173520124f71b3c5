from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 3, 16), "float32"), C: T.Buffer((16, 3, 16), "float32")):
        for m, i, j in T.grid(3, 16, 16):
            with T.block("C"):
                vm, vi, vj = T.axis.remap("SSS", [m, i, j])
                C[vi, vm, vj] = A[vi, vm, vj]
