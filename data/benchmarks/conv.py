# Convolutions inside a network: activations and weights are in blocks of `lanes` channels (NCHWc, OIHWio), as adjacent layers and deployed
# weights store them. The baseline library has the same freedom: oneDNN may choose its own layouts for all three arrays, and the conversion is
# not timed (tests/bench/baselines/baseline-onednn.c).
#   tileloom-cli print data/benchmarks/conv.py --call conv2d --arg C=64 --arg K=128 --arg H=28 --arg W=28 --arg stride=2
import tvm
from tvm import te


def padded(data, pad):
    """The data with zero padding."""
    n, c, h, w, lanes = data.shape
    return te.compute(
        (n, c, h + 2 * pad, w + 2 * pad, lanes),
        lambda b, k, y, x, l: te.if_then_else(
            te.all(y >= pad, y < h + pad, x >= pad, x < w + pad), data[b, k, y - pad, x - pad, l], te.const(0, data.dtype)
        ),
        name="padded",
    )


def conv2d(C=64, K=64, H=56, W=56, R=3, S=3, stride=1, pad=1, N=1, lanes=16):
    data = te.placeholder((N, C // lanes, H, W, lanes), "float32", name="data")
    weight = te.placeholder((K // lanes, C // lanes, R, S, lanes, lanes), "float32", name="weight")
    frame = padded(data, pad)
    c = te.reduce_axis((0, C // lanes), "c")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    i = te.reduce_axis((0, lanes), "i")
    conv = te.compute(
        (N, K // lanes, (H + 2 * pad - R) // stride + 1, (W + 2 * pad - S) // stride + 1, lanes),
        lambda n, k, h, w, l: te.sum(frame[n, c, h * stride + r, w * stride + s, i] * weight[k, c, r, s, i, l], axis=[c, r, s, i]),
        name="conv",
    )
    return te.create_prim_func([data, weight, conv])


def depthwise(C=64, H=112, W=112, R=3, S=3, stride=1, pad=1, N=1, lanes=16):
    data = te.placeholder((N, C // lanes, H, W, lanes), "float32", name="data")
    weight = te.placeholder((C // lanes, R, S, lanes), "float32", name="weight")
    frame = padded(data, pad)
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    conv = te.compute(
        (N, C // lanes, (H + 2 * pad - R) // stride + 1, (W + 2 * pad - S) // stride + 1, lanes),
        lambda n, c, h, w, l: te.sum(frame[n, c, h * stride + r, w * stride + s, l] * weight[c, r, s, l], axis=[r, s]),
        name="conv",
    )
    return te.create_prim_func([data, weight, conv])
