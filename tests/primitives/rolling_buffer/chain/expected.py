from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), D: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((8,))
        C = T.alloc_buffer((6,))
        for i in range(8):
            for j in range(8):
                with T.block("B"):
                    vi = T.axis.opaque(36, i * 4 + j)
                    T.where(i < 1 or 4 <= j)
                    T.reads(A[vi])
                    T.writes(B[vi % 8])
                    B[vi % 8] = A[vi]
            for j in range(6):
                with T.block("C"):
                    vi = T.axis.opaque(34, i * 4 + j)
                    T.where(i < 1 or 2 <= j)
                    T.reads(B[T.min(vi % 8, (vi + 2) % 8):T.min(vi % 8, (vi + 2) % 8) + (T.max(vi % 8, (vi + 2) % 8) + 1 - T.min(vi % 8, (vi + 2) % 8))])
                    T.writes(C[vi % 6])
                    C[vi % 6] = B[vi % 8] + B[(vi + 2) % 8]
            for j in range(4):
                with T.block("D"):
                    vi = T.axis.opaque(32, i * 4 + j)
                    T.reads(C[T.min(vi % 6, (vi + 2) % 6):T.min(vi % 6, (vi + 2) % 6) + (T.max(vi % 6, (vi + 2) % 6) + 1 - T.min(vi % 6, (vi + 2) % 6))])
                    T.writes(D[vi])
                    D[vi] = C[vi % 6] + C[(vi + 2) % 6]
