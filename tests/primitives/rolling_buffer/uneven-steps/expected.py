from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((40,), "float32"), C: T.Buffer((60,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((7,))
        for i_0 in range(20):
            for ax0 in range(7):
                with T.block("B"):
                    v = T.axis.opaque(36, i_0 * 3 // 2 + ax0)
                    T.where(i_0 < 1 or 5 <= ax0)
                    T.reads(A[v:v + 5])
                    T.writes(B[v % 7])
                    B[v % 7] = A[v] + A[v + 4]
            for i_1 in range(3):
                with T.block("C"):
                    v = T.axis.opaque(60, i_0 * 3 + i_1)
                    T.reads(B[T.min(v % 14 // 2, (v // 2 + 5) % 7):T.min(v % 14 // 2, (v // 2 + 5) % 7) + (T.max(v % 14 // 2, (v // 2 + 5) % 7) + 1 - T.min(v % 14 // 2, (v // 2 + 5) % 7))])
                    T.writes(C[v])
                    C[v] = B[v // 2 % 7] + B[(v // 2 + 5) % 7]
