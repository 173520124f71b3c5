from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64, 1))
        for ja_0 in range(8):
            for ax0, ax1 in T.grid(8, 1):
                with T.block("B"):
                    va = T.axis.spatial(64, ja_0 * 8 + ax0)
                    vb = T.axis.spatial(1, ax1)
                    T.reads(A[va])
                    T.writes(B[va, vb])
                    B[va, vb] = A[va]
            for ja_1 in range(8):
                with T.block("C"):
                    wa = T.axis.spatial(64, ja_0 * 8 + ja_1)
                    T.reads(B[wa, 0])
                    T.writes(C[wa])
                    C[wa] = B[wa, 0]
