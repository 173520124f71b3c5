from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((36,))
        for i in range(8):
            for j in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(36, i * 4 + j)
                    B[vi] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    C[vi] = B[vi] + B[vi + 2]
            for j in range(4):
                with T.block("D"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    D[vi] = B[vi] + B[vi + 4]
