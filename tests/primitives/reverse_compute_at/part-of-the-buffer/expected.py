from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for ia_0 in range(8):
            for ia_1 in range(8):
                with T.block("B"):
                    va = T.axis.spatial(64, ia_0 * 8 + ia_1)
                    T.reads(A[va])
                    T.writes(B[va])
                    B[va] = A[va]
            for ax0 in range(8):
                with T.block("C"):
                    wa = T.axis.spatial(50, ia_0 * 8 + ax0)
                    T.where(ia_0 * 8 + ax0 < 50)
                    T.reads(B[wa])
                    T.writes(C[wa])
                    C[wa] = B[wa]
