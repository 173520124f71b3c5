from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((10,))
        for i_0 in range(4):
            for ax0 in range(10):
                with T.block("B"):
                    vi = T.axis.opaque(34, i_0 * 8 + ax0)
                    T.where(i_0 < 1 or 2 <= ax0)
                    T.reads(A[vi:vi + 3])
                    T.writes(B[vi % 10])
                    B[vi % 10] = T.max(A[vi], T.max(A[vi + 1], A[vi + 2]))
            for i_1 in range(8):
                with T.block("C"):
                    vi = T.axis.opaque(32, i_0 * 8 + i_1)
                    T.reads(B[T.min(T.min(vi % 10, (vi + 1) % 10), (vi + 2) % 10):T.min(T.min(vi % 10, (vi + 1) % 10), (vi + 2) % 10) + (T.max(T.max(vi % 10, (vi + 1) % 10), (vi + 2) % 10) + 1 - T.min(T.min(vi % 10, (vi + 1) % 10), (vi + 2) % 10))])
                    T.writes(C[vi])
                    C[vi] = T.max(B[vi % 10], T.max(B[(vi + 1) % 10], B[(vi + 2) % 10]))
