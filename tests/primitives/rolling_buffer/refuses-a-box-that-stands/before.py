from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34,), "float32"), C: T.Buffer((8, 32), "float32")):
        B = T.alloc_buffer((34,))
        for i in range(8):
            for j in range(34):
                with T.block("B"):
                    vi = T.axis.spatial(34, j)
                    B[vi] = A[vi]
            for j in range(32):
                with T.block("C"):
                    vo = T.axis.spatial(8, i)
                    vi = T.axis.spatial(32, j)
                    C[vo, vi] = B[vi] + B[vi + 2]
