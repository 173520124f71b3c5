from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 16))
        for ja_0 in range(4):
            for ax0, ax1 in T.grid(16, 5):
                with T.block("B"):
                    va = T.axis.spatial(16, ax0)
                    vb = T.axis.spatial(16, ja_0 * 5 + ax1)
                    T.where(ja_0 * 5 + ax1 < 16)
                    T.reads(A[va])
                    T.writes(B[va, vb])
                    B[va, vb] = A[va]
            for ja_1, jb in T.grid(5, 16):
                with T.block("C"):
                    wa = T.axis.spatial(16, ja_0 * 5 + ja_1)
                    wb = T.axis.spatial(16, jb)
                    T.where(ja_0 * 5 + ja_1 < 16)
                    T.reads(B[wb, wa])
                    T.writes(Z[wa, wb])
                    Z[wa, wb] = B[wb, wa]
