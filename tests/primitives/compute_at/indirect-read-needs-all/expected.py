from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for ja_0 in range(7):
            for ax0 in range(16):
                with T.block("B"):
                    va = T.axis.spatial(16, ax0)
                    T.reads(A[va])
                    T.writes(B[va])
                    B[va] = A[va]
            for ja_1 in range(8):
                with T.block("C"):
                    wa = T.axis.spatial(50, ja_0 * 8 + ja_1)
                    T.where(ja_0 * 8 + ja_1 < 50)
                    T.reads(B[0:16], A[wa])
                    T.writes(C[wa])
                    C[wa] = B[T.Cast("int32", T.floor(A[wa])) % 16]
