from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((37,), "float32"), D: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((37,))
        C = T.alloc_buffer((37,))
        for i in range(8):
            for j in range(5):
                with T.block("B"):
                    vi = T.axis.spatial(37, i * 4 + j)
                    B[vi] = A[vi]
            for j in range(6):
                with T.block("C"):
                    vi = T.axis.spatial(37, i * 4 + j)
                    T.where(i * 4 + j < 37)
                    C[vi] = B[vi]
            for j in range(4):
                with T.block("D"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    D[vi] = C[vi] + C[vi + 1]
