# title: Depthwise 2D convolution
# about: Each of 64 channels is convolved with its own 3 x 3 kernel: little arithmetic for each byte.
# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def mqin(
        data: T.Buffer((1, 64, 114, 114), "float32"),
        weight: T.Buffer((64, 3, 3), "float32"),
        conv: T.Buffer((1, 64, 112, 112), "float32"),
    ):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for n, c, h, w, kh, kw in T.grid(1, 64, 112, 112, 3, 3):
            with T.block("conv"):
                vn, vc, vh, vw, vkh, vkwconv[vn, vc, vh, vw] + data[vn, vc, vh + vkh, vw + vkw] * weight[vc, vkh, vkw]
