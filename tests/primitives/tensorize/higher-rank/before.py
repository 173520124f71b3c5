from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2, 3, 16, 16), "float32"), C: T.Buffer((6, 16, 16), "float32")):
        for n, m, i, j in T.grid(2, 3, 16, 16):
            with T.block("C"):
                vn, vm, vi, vj = T.axis.remap("SSSS", [n, m, i, j])
                C[vn * 3 + vm, vi, vj] = A[vn, vm, vi, vj]
