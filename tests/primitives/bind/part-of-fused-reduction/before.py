from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2, 16, 16), "float32"), C: T.Buffer((2,), "float32")):
        for b, i, j in T.grid(2, 16, 16):
            with T.block("C"):
                vb, vi, vj = T.axis.remap("SRR", [b, i, j])
                with T.init():
                    C[vb] = T.float32(0)
                C[vb] = C[vb] + A[vb, vi, vj]
