from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 34), "float32"), C: T.Buffer((4, 32), "float32")):
        # with T.block("root"):
        for n in range(4):
            with T.block("o"):
                vn = T.axis.spatial(4, n)
                T.reads(A[vn, 0:34])
                T.writes(C[vn, 0:32])
                B = T.alloc_buffer((6,))
                for i in range(8):
                    for j in range(6):
                        with T.block("B"):
                            vi = T.axis.opaque(34, i * 4 + j)
                            T.where(i < 1 or 2 <= j)
                            T.reads(A[vn, vi])
                            T.writes(B[vi % 6])
                            B[vi % 6] = A[vn, vi]
                    for j in range(4):
                        with T.block("C"):
                            vi = T.axis.opaque(32, i * 4 + j)
                            T.reads(B[T.min(vi % 6, (vi + 2) % 6):T.min(vi % 6, (vi + 2) % 6) + (T.max(vi % 6, (vi + 2) % 6) + 1 - T.min(vi % 6, (vi + 2) % 6))])
                            T.writes(C[vn, vi])
                            C[vn, vi] = B[vi % 6] + B[(vi + 2) % 6]
