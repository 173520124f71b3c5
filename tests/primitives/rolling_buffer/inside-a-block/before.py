from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 34), "float32"), C: T.Buffer((4, 32), "float32")):
        for n in range(4):
            with T.block("o"):
                vn = T.axis.spatial(4, n)
                T.reads(A[vn, 0:34])
                T.writes(C[vn, 0:32])
                B = T.alloc_buffer((34,))
                for i in range(8):
                    for j in range(6):
                        with T.block("B"):
                            vi = T.axis.spatial(34, i * 4 + j)
                            B[vi] = A[vn, vi]
                    for j in range(4):
                        with T.block("C"):
                            vi = T.axis.spatial(32, i * 4 + j)
                            C[vn, vi] = B[vi] + B[vi + 2]
