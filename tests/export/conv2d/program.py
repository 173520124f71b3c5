# from tvm.script import tir as T

@T.prim_func
def main(data: T.Buffer((1, 4, 11, 11), "float32"), weight: T.Buffer((8, 4, 3, 3), "float32"), conv: T.Buffer((1, 8, 6, 6), "float32")):
    pad = T.alloc_buffer((1, 4, 13, 13))
    for n, c, h, w in T.grid(1, 4, 13, 13):
        with T.block("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            pad[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 12 and 1 <= vw and vw < 12, data[vn, vc, vh - 1, vw - 1], T.float32(0))
    for n, co, h, w, ci, kh, kw in T.grid(1, 8, 6, 6, 4, 3, 3):
        with T.block("conv"):
            vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
            with T.init():
                conv[vn, vco, vh, vw] = T.float32(0)
            conv[vn, vco, vh, vw] = conv[vn, vco, vh, vw] + pad[vn, vci, vh * 2 + vkh, vw * 2 + vkw] * weight[vco, vci, vkh, vkw]
