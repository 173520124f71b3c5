from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 16))
        for ia_0 in range(4):
            for ia_1, ib in T.grid(5, 16):
                with T.block("B"):
                    va = T.axis.spatial(16, ia_0 * 5 + ia_1)
                    vb = T.axis.spatial(16, ib)
                    T.where(ia_0 * 5 + ia_1 < 16)
                    T.reads(A[va])
                    T.writes(B[va, vb])
                    B[va, vb] = A[va]
            for ax0, ax1 in T.grid(16, 5):
                with T.block("C"):
                    wa = T.axis.spatial(16, ax0)
                    wb = T.axis.spatial(16, ia_0 * 5 + ax1)
                    T.where(ia_0 * 5 + ax1 < 16)
                    T.reads(B[wb, wa])
                    T.writes(Z[wa, wb])
                    Z[wa, wb] = B[wb, wa]
