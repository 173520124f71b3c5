from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 34), "float32"), C: T.Buffer((4, 32), "float32")):
        B = T.alloc_buffer((4, 34))
        for n in T.parallel(4):
            for i in range(8):
                for j in range(6):
                    with T.block("B"):
                        vn = T.axis.spatial(4, n)
                        vi = T.axis.spatial(34, i * 4 + j)
                        B[vn, vi] = A[vn, vi]
                for j in range(4):
                    with T.block("C"):
                        vn = T.axis.spatial(4, n)
                        vi = T.axis.spatial(32, i * 4 + j)
                        C[vn, vi] = B[vn, vi] + B[vn, vi + 2]
