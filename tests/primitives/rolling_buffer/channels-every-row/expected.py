from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 8, 10, 4), "int8"), C: T.Buffer((1, 4, 6, 4), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((1, 3, 8, 4), "int8")
        for n, h, w_0 in T.grid(1, 4, 2):
            for ax0, ax1, ax2, ax3, ax4 in T.grid(3, 6, 4, 3, 3):
                with T.block("B"):
                    vn = T.axis.spatial(1, 0)
                    vh = T.axis.opaque(6, h + ax0)
                    vw = T.axis.spatial(8, w_0 * 4 + ax1)
                    vc, vk, vl = T.axis.remap("SRR", [ax2, ax3, ax4])
                    T.where(w_0 * 4 + ax1 < 8 and (h < 1 or 2 <= ax0) and (w_0 < 1 or 2 <= ax1))
                    T.reads(A[vn, vh + vk, vw + vl, vc])
                    T.writes(B[vn, vh % 3, vw, vc])
                    with T.init():
                        B[vn, vh % 3, vw, vc] = T.int8(-128)
                    B[vn, vh % 3, vw, vc] = T.max(B[vn, vh % 3, vw, vc], A[vn, vh + vk, vw + vl, vc])
            for w_1, c, k, l in T.grid(4, 4, 3, 3):
                with T.block("C"):
                    vn = T.axis.spatial(1, n)
                    vh = T.axis.opaque(4, h)
                    vw = T.axis.spatial(6, w_0 * 4 + w_1)
                    vc, vk, vl = T.axis.remap("SRR", [c, k, l])
                    T.where(w_0 * 4 + w_1 < 6)
                    T.reads(B[vn, (vh + vk) % 3, vw + vl, vc])
                    T.writes(C[vn, vh, vw, vc])
                    with T.init():
                        C[vn, vh, vw, vc] = T.int8(-128)
                    C[vn, vh, vw, vc] = T.max(C[vn, vh, vw, vc], B[vn, (vh + vk) % 3, vw + vl, vc])
