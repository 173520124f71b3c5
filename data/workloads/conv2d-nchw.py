# title: 2D convolution, NCHW
# about: A 3 x 3 convolution of 64 into 64 channels without padding: seven loops, three of them reductions.
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(
        data: T.Buffer((1, 64, 58, 58), "float32"),
        weight: T.Buffer((64, 64, 3, 3), "float32"),
        conv: T.Buffer((1, 64, 56, 56), "float32"),
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for n, co, h, w, ci, kh, kw in T.grid(1, 64, 56, 56, 64, 3, 3):
            with T.block("conv"):
                vn, vco, vh, vw, vci, vkh, vkw = T.axis.remap("SSSSRRR", [n, co, h, w, ci, kh, kw])
                with T.init():
                    conv[vn, vco, vh, vw] = T.float32(0)
                conv[vn, vco, vh, vw] = conv[vn, vco, vh, vw] + data[vn, vci, vh + vkh, vw + vkw] * weight[vco, vci, vkh, vkw]
