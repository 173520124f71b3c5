from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 34), "float32"), C: T.Buffer((4, 32), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((4, 6))
        for n in T.parallel(4):
            for i in range(8):
                for j in range(6):
                    with T.block("B"):
                        vn = T.axis.spatial(4, n)
                        vi = T.axis.opaque(34, i * 4 + j)
                        T.where(i < 1 or 2 <= j)
                        T.reads(A[vn, vi])
                        T.writes(B[vn, vi % 6])
                        B[vn, vi % 6] = A[vn, vi]
                for j in range(4):
                    with T.block("C"):
                        vn = T.axis.spatial(4, n)
                        vi = T.axis.opaque(32, i * 4 + j)
                        T.reads(B[vn, T.min(vi % 6, (vi + 2) % 6):T.min(vi % 6, (vi + 2) % 6) + (T.max(vi % 6, (vi + 2) % 6) + 1 - T.min(vi % 6, (vi + 2) % 6))])
                        T.writes(C[vn, vi])
                        C[vn, vi] = B[vn, vi % 6] + B[vn, (vi + 2) % 6]
