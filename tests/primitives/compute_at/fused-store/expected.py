from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64,))
        for ja_0 in range(4):
            for ax0, ax1 in T.grid(2, 8):
                with T.block("B"):
                    va = T.axis.spatial(8, ja_0 * 2 + ax0)
                    vb = T.axis.spatial(8, ax1)
                    T.reads(A[va])
                    T.writes(B[va * 8 + vb])
                    B[va * 8 + vb] = A[va]
            for ja_1 in range(16):
                with T.block("C"):
                    wa = T.axis.spatial(64, ja_0 * 16 + ja_1)
                    T.reads(B[wa])
                    T.writes(C[wa])
                    C[wa] = B[wa]
