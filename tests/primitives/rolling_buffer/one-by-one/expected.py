from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((36,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((3,))
        for i in range(32):
            for ax0 in range(3):
                with T.block("B"):
                    vi = T.axis.opaque(34, i + ax0)
                    T.where(i < 1 or 2 <= ax0)
                    T.reads(A[vi:vi + 3])
                    T.writes(B[vi % 3])
                    B[vi % 3] = T.max(A[vi], T.max(A[vi + 1], A[vi + 2]))
            with T.block("C"):
                vi = T.axis.opaque(32, i)
                T.reads(B[T.min(T.min(vi % 3, (vi + 1) % 3), (vi + 2) % 3):T.min(T.min(vi % 3, (vi + 1) % 3), (vi + 2) % 3) + (T.max(T.max(vi % 3, (vi + 1) % 3), (vi + 2) % 3) + 1 - T.min(T.min(vi % 3, (vi + 1) % 3), (vi + 2) % 3))])
                T.writes(C[vi])
                C[vi] = T.max(B[vi % 3], T.max(B[(vi + 1) % 3], B[(vi + 2) % 3]))
