from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for i, j in T.grid(16, 16):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, 0:16])
                T.writes(B[vi, vj])
                X = T.alloc_buffer((1,))
                V = T.match_buffer(A[vi, 0:16], (1, 16), offset_factor=1)
                X[0] = V[0, vj]
                B[vi, vj] = X[0] * T.float32(2)
