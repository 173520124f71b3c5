from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi, 0:8])
                T.writes(C[vi, 0:8])
                X = T.match_buffer(A[vi, 0:8], (8,), "float32", offset_factor=1)
                Y = T.match_buffer(C[vi, 0:8], (8,), "float32", offset_factor=1)
                for k in range(8):
                    Y[k] = X[k]
