from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((1, 4, 25, 25), "int8"), y: T.Buffer((1, 4, 25, 25), "int8")):
        # with T.block("root"):
        pad = T.alloc_buffer((1, 4, 31, 31), "int8")
        for n, c, h, w in T.grid(1, 4, 31, 31):
            with T.block("pad"):
                vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
                T.reads(x[vn, vc, vh - 3, vw - 3])
                T.writes(pad[vn, vc, vh, vw])
                pad[vn, vc, vh, vw] = T.if_then_else(3 <= vh and vh < 28 and 3 <= vw and vw < 28, x[vn, vc, vh - 3, vw - 3], T.int8(0))
        for n, c, h, w, kh, kw in T.grid(1, 4, 25, 25, 7, 7):
            with T.block("y"):
                vn, vc, vh, vw, vkh, vkw = T.axis.remap("SSSSRR", [n, c, h, w, kh, kw])
                T.reads(pad[vn, vc, vh + vkh, vw + vkw])
                T.writes(y[vn, vc, vh, vw])
                with T.init():
                    y[vn, vc, vh, vw] = T.int8(0)
                y[vn, vc, vh, vw] = y[vn, vc, vh, vw] + pad[vn, vc, vh + vkh, vw + vkw]
