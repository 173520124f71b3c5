from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 8, 10, 4), "int8"), C: T.Buffer((1, 4, 6, 4), "int8")):
        # with T.block("root"):
        B = T.alloc_buffer((1, 6, 6, 4), "int8")
        for n, h_0, w_0, c_0 in T.grid(1, 1, 2, 2):
            for ax0, ax1, ax2, ax3, ax4 in T.grid(6, 6, 2, 3, 3):
                with T.block("B"):
                    vn = T.axis.spatial(1, 0)
                    vh = T.axis.spatial(6, ax0)
                    vw = T.axis.opaque(8, w_0 * 4 + ax1)
                    vc = T.axis.spatial(4, c_0 * 2 + ax2)
                    vk, vl = T.axis.remap("RR", [ax3, ax4])
                    T.where(w_0 * 4 + ax1 < 8 and (w_0 < 1 or 2 <= ax1))
                    T.reads(A[vn, vh + vk, vw + vl, vc])
                    T.writes(B[vn, vh, vw % 6, vc])
                    with T.init():
                        B[vn, vh, vw % 6, vc] = T.int8(-128)
                    B[vn, vh, vw % 6, vc] = T.max(B[vn, vh, vw % 6, vc], A[vn, vh + vk, vw + vl, vc])
            for h_1, w_1, c_1, k, l in T.grid(4, 4, 2, 3, 3):
                with T.block("C"):
                    vn = T.axis.spatial(1, n)
                    vh = T.axis.spatial(4, h_0 * 4 + h_1)
                    vw = T.axis.opaque(6, w_0 * 4 + w_1)
                    vc = T.axis.spatial(4, c_0 * 2 + c_1)
                    vk, vl = T.axis.remap("RR", [k, l])
                    T.where(w_0 * 4 + w_1 < 6)
                    T.reads(B[vn, vh + vk, (vw + vl) % 6, vc])
                    T.writes(C[vn, vh, vw, vc])
                    with T.init():
                        C[vn, vh, vw, vc] = T.int8(-128)
                    C[vn, vh, vw, vc] = T.max(C[vn, vh, vw, vc], B[vn, vh + vk, (vw + vl) % 6, vc])
