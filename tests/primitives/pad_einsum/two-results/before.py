from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "float32"), B: T.Buffer((9,), "float32"), C: T.Buffer((9,), "float32")):
        # with T.block("root"):
        for i0 in range(9):
            with T.block("C_shared"):
                i = T.axis.spatial(9, i0)
                T.reads(A[i])
                T.writes(B[i], C[i])
                B[i] = A[i]
                C[i] = A[i] * T.float32(2.0)
