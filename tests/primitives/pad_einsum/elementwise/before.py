from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9, 11), "float32"), B: T.Buffer((9,), "float32"), C: T.Buffer((9, 11), "float32")):
        # with T.block("root"):
        for i0, i1 in T.grid(9, 11):
            with T.block("C_shared"):
                i, j = T.axis.remap("SS", [i0, i1])
                T.reads(A[i, j], B[i])
                T.writes(C[i, j])
                C[i, j] = A[i, j] + B[i]
