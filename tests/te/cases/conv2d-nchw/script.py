import tvm
from tvm import te, tir

def conv2d(N, C, H, W, F, K, stride, pad):
    OH, OW = (H + 2 * pad - K) // stride + 1, (W + 2 * pad - K) // stride + 1
    data = te.placeholder((N, C, H, W), name="data")
    weight = te.placeholder((F, C, K, K), name="weight")
    padded = te.compute(
        (N, C, H + 2 * pad, W + 2 * pad),
        lambda n, c, i, j: te.if_then_else(
            te.all(i >= pad, i < H + pad, j >= pad, j < W + pad), data[n, c, i - pad, j - pad], 0.0
        ),
        name="pad_temp",
    )
    rc = te.reduce_axis((0, C), name="rc")
    ry = te.reduce_axis((0, K), name="ry")
    rx = te.reduce_axis((0, K), name="rx")
    out = te.compute(
        (N, F, OH, OW),
        lambda nn, ff, yy, xx: te.sum(
            padded[nn, rc, yy * stride + ry, xx * stride + rx] * weight[ff, rc, ry, rx], axis=[rc, ry, rx]
        ),
        name="conv2d_nchw",
        tag="conv2d_nchw",
    )
    return [data, weight, out]


func = te.create_prim_func(conv2d(1, 4, 14, 14, 8, 3, 2, 1))
