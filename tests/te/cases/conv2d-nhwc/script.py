import tvm
from tvm import te, tir

N, H, W, CI, CO, KH, KW, stride, padding = 1, 14, 14, 4, 8, 3, 3, 1, 1
inputs = te.placeholder((N, H, W, CI), name="inputs")
weight = te.placeholder((KH, KW, CI, CO), name="weight")
PadInput = te.compute(
    (N, H + 2 * padding, W + 2 * padding, CI),
    lambda n, h, w, c: tir.if_then_else(
        tir.all(h >= padding, h < H + padding, w >= padding, w < W + padding),
        inputs[n, h - padding, w - padding, c],
        tir.const(0, "float32"),
    ),
    name="PadInput",
)
rh = te.reduce_axis((0, KH), name="rh")
rw = te.reduce_axis((0, KW), name="rw")
rc = te.reduce_axis((0, CI), name="rc")
out = te.compute(
    (N, H, W, CO),
    lambda n, h, w, co: te.sum(PadInput[n, h * stride + rh, w * stride + rw, rc] * weight[rh, rw, rc, co], axis=[rh, rw, rc]),
    name="conv2d_nhwc",
)
func = te.create_prim_func([inputs, weight, out])
