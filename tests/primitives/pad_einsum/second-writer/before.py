from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "float32"), C: T.Buffer((9,), "float32")):
        # with T.block("root"):
        for i0 in range(9):
            with T.block("C_shared"):
                i = T.axis.spatial(9, i0)
                T.reads(A[i])
                T.writes(C[i])
                C[i] = A[i]
        for i0 in range(9):
            with T.block("D"):
                i = T.axis.spatial(9, i0)
                T.reads(A[i])
                T.writes(C[i])
                C[i] = A[i] * T.float32(3.0)
