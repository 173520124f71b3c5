from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        B = T.alloc_buffer((16,))
        for i in range(4):
            for j in range(4):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    B[vi] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    C[vi] = B[vi]
