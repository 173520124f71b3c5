from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((1, 4, 25, 25), "int8"), y: T.Buffer((1, 4, 25, 25), "int8")):
        # with T.block("root"):
        pad = T.alloc_buffer((1, 4, 31, 31), "int8")
        for n, c in T.grid(1, 4):
            for h_0, w_0, ax0, ax1 in T.grid(5, 4, 12, 13):
                with T.block("pad_pad_const"):
                    vn = T.axis.spatial(1, 0)
                    vc = T.axis.spatial(4, c)
                    vh = T.axis.spatial(31, h_0 * 6 + ax0)
                    vw = T.axis.spatial(31, w_0 * 7 + ax1)
                    T.where(h_0 * 6 + ax0 < 31 and w_0 * 7 + ax1 < 31)
                    T.reads()
                    T.writes(pad[vn, vc, vh, vw])
                    pad[vn, vc, vh, vw] = T.int8(0)
            for h_0, w_0 in T.grid(5, 4):
                for ax0, ax1 in T.grid(12, 13):
                    with T.block("pad"):
                        vn = T.axis.spatial(1, 0)
                        vc = T.axis.spatial(4, c)
                        vh = T.axis.spatial(25, h_0 * 6 + ax0 - 1)
                        vw = T.axis.spatial(25, w_0 * 7 + ax1 - 1)
                        T.where(1 <= h_0 * 6 + ax0 and h_0 * 6 + ax0 < 26 and 1 <= w_0 * 7 + ax1 and w_0 * 7 + ax1 < 26 and h_0 * 6 + ax0 < 31 and w_0 * 7 + ax1 < 31)
                        T.reads(x[vn, vc, vh, vw])
                        T.writes(pad[vn, vc, vh + 1, vw + 1])
                        pad[vn, vc, vh + 1, vw + 1] = x[vn, vc, vh, vw]
                for h_1, w_1, kh, kw in T.grid(6, 7, 7, 7):
                    with T.block("y"):
                        vn, vc = T.axis.remap("SS", [n, c])
                        vh = T.axis.spatial(25, h_0 * 6 + h_1)
                        vw = T.axis.spatial(25, w_0 * 7 + w_1)
                        vkh, vkw = T.axis.remap("RR", [kh, kw])
                        T.where(h_0 * 6 + h_1 < 25 and w_0 * 7 + w_1 < 25)
                        T.reads(pad[vn, vc, vh + vkh, vw + vkw])
                        T.writes(y[vn, vc, vh, vw])
                        with T.init():
                            y[vn, vc, vh, vw] = T.int8(0)
                        y[vn, vc, vh, vw] = y[vn, vc, vh, vw] + pad[vn, vc, vh + vkh, vw + vkw]
