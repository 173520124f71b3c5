from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2000000000,), "int8"), C: T.Buffer((2000000000,), "int8")):
        # with T.block("root"):
        for i0 in range(2000000000):
            with T.block("C_shared"):
                i = T.axis.spatial(2000000000, i0)
                T.reads(A[i])
                T.writes(C[i])
                C[i] = A[i]
