from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 8), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((34,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(34, i * 4 + j)
                    vt = T.axis.spatial(8, i)
                    B[vi] = A[vi, vt]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    C[vi] = B[vi] + B[vi + 2]
