from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for ja_0 in range(11):
            for ax0 in range(6):
                with T.block("B"):
                    va = T.axis.spatial(64, ja_0 * 6 - 1 + ax0)
                    T.where(1 <= ja_0 * 6 + ax0 and ja_0 * 6 + ax0 < 65)
                    T.reads(A[va])
                    T.writes(B[va])
                    B[va] = A[va]
            for ja_1 in range(6):
                with T.block("C"):
                    wa = T.axis.spatial(66, ja_0 * 6 + ja_1)
                    T.reads(B[wa - 1])
                    T.writes(C[wa])
                    C[wa] = T.if_then_else(1 <= wa and wa < 65, B[wa - 1], T.float32(0.0))
