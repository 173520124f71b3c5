from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 4), "float32"), C: T.Buffer((32, 4), "float32")):
        B = T.alloc_buffer((4, 34))
        for i in range(8):
            for j, n in T.grid(6, 4):
                with T.block("B"):
                    vi = T.axis.spatial(34, i * 4 + j)
                    vn = T.axis.spatial(4, n)
                    B[vn, vi] = A[vi, vn]
            for j, n in T.grid(4, 4):
                with T.block("C"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    vn = T.axis.spatial(4, n)
                    C[vi, vn] = B[vn, vi] + B[vn, vi + 2]
