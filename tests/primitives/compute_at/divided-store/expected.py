from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((8, 8))
        for ja in range(8):
            for ax0 in range(8):
                with T.block("B"):
                    va = T.axis.spatial(64, ja * 8 + ax0)
                    T.reads(A[va])
                    T.writes(B[va // 8, va % 8])
                    B[va // 8, va % 8] = A[va]
            for jb in range(8):
                with T.block("C"):
                    wa, wb = T.axis.remap("SS", [ja, jb])
                    T.reads(B[wa, wb])
                    T.writes(C[wa * 8 + wb])
                    C[wa * 8 + wb] = B[wa, wb]
