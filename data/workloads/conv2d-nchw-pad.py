# title: 2D convolution, NCHW, padded
# about: A 3 x 3 convolution with stride 2 with a separate block that pads the input with zeros.
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(
        data: T.Buffer((1, 64, 56, 56), "float32"),
        weight: T.Buffer((128, 64, 3, 3), "float32"),
        conv: T.Buffer((1, 128, 28, 28), "float32"),
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        pad = T.alloc_buffer((1, 64, 58, 58))
        for n, c, h, w in T.grid(1, 64, 58, 58):
            with T.block("pad"):
                vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
                pad[vn, vc, vh, vw] = T.if_then_else(
                    1 <= vh and vh < 57 and 1 <= vw and vw < 57, data[vn, vc, vh - 1, vw - 1], T.float32(0)
                )
        for n, co, h, w, ci, kh, kw in T.grid(1, 128, 28, 28, 64, 3, 3):
            with T.block("conv"):
                vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
                with T.init():
                    conv[vn, vco, vh, vw] = T.float32(0)
                conv[vn, vco, vh, vw] = conv[vn, vco, vh, vw] + pad[vn, vci, vh * 2 + vkh, vw * 2 + vkw] * weight[vco, vci, vkh, vkw]
