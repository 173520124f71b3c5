from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "int32"), B: T.Buffer((9,), "int32"), C: T.Buffer((9,), "int32")):
        # with T.block("root"):
        for i0 in range(9):
            with T.block("C_shared"):
                i = T.axis.spatial(9, i0)
                T.reads(A[i], B[i])
                T.writes(C[i])
                C[i] = A[i] // B[i]
