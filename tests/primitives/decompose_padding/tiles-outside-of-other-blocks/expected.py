from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((1, 4, 25, 25), "int8"), y: T.Buffer((1, 4, 25, 25), "int8")):
        # with T.block("root"):
        pad = T.alloc_buffer((1, 4, 31, 31), "int8")
        for n, c, h_0, w_0, ax0, ax1 in T.grid(1, 4, 5, 5, 11, 11):
            with T.block("pad_pad_const"):
                vn = T.axis.spatial(1, 0)
                vc = T.axis.spatial(4, c)
                vh = T.axis.spatial(31, h_0 * 5 + ax0)
                vw = T.axis.spatial(31, w_0 * 5 + ax1)
                T.reads()
                T.writes(pad[vn, vc, vh, vw])
                pad[vn, vc, vh, vw] = T.int8(0)
        for n, c, h_0, w_0 in T.grid(1, 4, 5, 5):
            for ax0, ax1 in T.grid(11, 11):
                with T.block("pad"):
                    vn = T.axis.spatial(1, 0)
                    vc = T.axis.spatial(4, c)
                    vh = T.axis.spatial(25, h_0 * 5 + ax0 - 3)
                    vw = T.axis.spatial(25, w_0 * 5 + ax1 - 3)
                    T.where(3 <= h_0 * 5 + ax0 and h_0 * 5 + ax0 < 28 and 3 <= w_0 * 5 + ax1 and w_0 * 5 + ax1 < 28)
                    T.reads(x[vn, vc, vh, vw])
                    T.writes(pad[vn, vc, vh + 3, vw + 3])
                    pad[vn, vc, vh + 3, vw + 3] = x[vn, vc, vh, vw]
            for h_1, w_1, kh, kw in T.grid(5, 5, 7, 7):
                with T.block("y"):
                    vn, vc = T.axis.remap("SS", [n, c])
                    vh = T.axis.spatial(25, h_0 * 5 + h_1)
                    vw = T.axis.spatial(25, w_0 * 5 + w_1)
                    vkh, vkw = T.axis.remap("RR", [kh, kw])
                    T.reads(pad[vn, vc, vh + vkh, vw + vkw])
                    T.writes(y[vn, vc, vh, vw])
                    with T.init():
                        y[vn, vc, vh, vw] = T.int8(0)
                    y[vn, vc, vh, vw] = y[vn, vc, vh, vw] + pad[vn, vc, vh + vkh, vw + vkw]
