from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 34), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((34, 34))
        for i in range(32):
            for j, k in T.grid(3, 3):
                with T.block("B"):
                    vi = T.axis.spatial(34, i + j)
                    vj = T.axis.spatial(34, i + k)
                    B[vi, vj] = A[vi, vj]
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                C[vi] = B[vi, vi + 2] + B[vi + 2, vi + 1]
