from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((18,), "float32"), C: T.Buffer((8, 2), "float32")):
        B = T.alloc_buffer((18,))
        for i in range(8):
            for j in range(2):
                with T.block("B"):
                    vi = T.axis.spatial(18, i * 2 + j * 3)
                    B[vi] = A[vi]
            for j in range(2):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = B[vi * 2 + vj * 3]
