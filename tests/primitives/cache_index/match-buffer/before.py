from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi * 8:vi * 8 + 8])
                T.writes(B[vi])
                X = T.match_buffer(A[vi * 8:vi * 8 + 8], (8,), "float32", offset_factor=1)
                B[vi] = X[vi // 2] + X[vi % 2]
