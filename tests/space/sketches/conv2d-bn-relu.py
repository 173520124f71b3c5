@T.prim_func
def main(data: T.Buffer((1, 64, 14, 14), "float32"), weight: T.Buffer((128, 64, 3, 3), "float32"), bias: T.Buffer((128, 1, 1), "float32"),
         scale: T.Buffer((128, 1, 1), "float32"), offset: T.Buffer((128, 1, 1), "float32"), out: T.Buffer((1, 128, 14, 14), "float32")):
    pad = T.alloc_buffer((1, 64, 16, 16))
    conv = T.alloc_buffer((1, 128, 14, 14))
    biased = T.alloc_buffer((1, 128, 14, 14))
    scaled = T.alloc_buffer((1, 128, 14, 14))
    shifted = T.alloc_buffer((1, 128, 14, 14))
    for n, c, h, w in T.grid(1, 64, 16, 16):
        with T.block("pad"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            pad[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 15 and 1 <= vw and vw < 15, data[vn, vc, vh - 1, vw - 1], T.float32(0))
    for n, co, h, w, ci, kh, kw in T.grid(1, 128, 14, 14, 64, 3, 3):
        with T.block("conv"):
            vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
            with T.init():
                conv[vn, vco, vh, vw] = T.float32(0)
            conv[vn, vco, vh, vw] = conv[vn, vco, vh, vw] + pad[vn, vci, vh + vkh, vw + vkw] * weight[vco, vci, vkh, vkw]
    for n, co, h, w in T.grid(1, 128, 14, 14):
        with T.block("bias_add"):
            vn, vco, vh, vw = T.axis.remap("SSSS", [n, co, h, w])
            biased[vn, vco, vh, vw] = conv[vn, vco, vh, vw] + bias[vco, 0, 0]
    for n, co, h, w in T.grid(1, 128, 14, 14):
        with T.block("bn_mul"):
            vn, vco, vh, vw = T.axis.remap("SSSS", [n, co, h, w])
            scaled[vn, vco, vh, vw] = biased[vn, vco, vh, vw] * scale[vco, 0, 0]
    for n, co, h, w in T.grid(1, 128, 14, 14):
        with T.block("bn_add"):
            vn, vco, vh, vw = T.axis.remap("SSSS", [n, co, h, w])
            shifted[vn, vco, vh, vw] = scaled[vn, vco, vh, vw] + offset[vco, 0, 0]
    for n, co, h, w in T.grid(1, 128, 14, 14):
        with T.block("relu"):
            vn, vco, vh, vw = T.axis.remap("SSSS", [n, co, h, w])
            out[vn, vco, vh, vw] = T.max(shifted[vn, vco, vh, vw], T.float32(0))
