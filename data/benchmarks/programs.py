# SPDX-License-Identifier: Apache-2.0
# Programs as people write them, block by block, for `tileloom-bench programs`: programs.json has their sizes.
import tvm
from tvm import te, tir


def bias_relu(result, axis):
    """Two blocks of their own."""
    bias = te.placeholder((result.shape[axis],), "float32", name="bias")
    biased = te.compute(result.shape, lambda *i: result(*i) + bias[i[axis]], name="biased")
    return bias, te.compute(result.shape, lambda *i: te.max(biased(*i), te.const(0, "float32")), name="relu")


def linear(M=1, N=128, K=784, transposed=1):
    X = te.placeholder((M, K), "float32", name="X")
    W = te.placeholder((N, K) if transposed else (K, N), "float32", name="W")
    k = te.reduce_axis((0, K), "k")
    Z = te.compute((M, N), lambda i, j: te.sum(X[i, k] * (W[j, k] if transposed else W[k, j]), axis=k), name="Z")
    bias, relu = bias_relu(Z, 1)
    return te.create_prim_func([X, W, bias, relu])


def matvec(N=1000, K=512):
    W = te.placeholder((N, K), "float32", name="W")
    x = te.placeholder((K,), "float32", name="x")
    k = te.reduce_axis((0, K), "k")
    y = te.compute((N,), lambda j: te.sum(W[j, k] * x[k], axis=k), name="y")
    return te.create_prim_func([W, x, y])


def batch_matmul(B=12, M=77, N=77, K=64, transposed=0):
    X = te.placeholder((B, M, K), "float32", name="X")
    Y = te.placeholder((B, N, K) if transposed else (B, K, N), "float32", name="Y")
    k = te.reduce_axis((0, K), "k")
    Z = te.compute((B, M, N), lambda b, i, j: te.sum(X[b, i, k] * (Y[b, j, k] if transposed else Y[b, k, j]), axis=k), name="Z")
    return te.create_prim_func([X, Y, Z])


def heads_matmul(M=128, N=128, H=8, D=64):
    """Scores of attention, whose heads lie side by side in each row."""
    Q = te.placeholder((M, H, D), "float32", name="Q")
    K = te.placeholder((N, H, D), "float32", name="K")
    d = te.reduce_axis((0, D), "d")
    S = te.compute((H, M, N), lambda h, i, j: te.sum(Q[i, h, d] * K[j, h, d], axis=d), name="S")
    return te.create_prim_func([Q, K, S])


def matmul_with_columns(M=256, N=256, K=256):
    A = te.placeholder((K, M), "float32", name="A")
    B = te.placeholder((K, N), "float32", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[k, i] * B[k, j], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def outer_product(M=1000, N=1000):
    a = te.placeholder((M,), "float32", name="a")
    b = te.placeholder((N,), "float32", name="b")
    C = te.compute((M, N), lambda i, j: a[i] * b[j], name="C")
    return te.create_prim_func([a, b, C])


# Convolutions. The last `dims` dimensions are those of the image, or with channels last those before the channels.

def pad_image(data, first, dims, pad):
    if pad == 0:
        return data
    shape = [n + (2 * pad if first <= d < first + dims else 0) for d, n in enumerate(data.shape)]
    return te.compute(shape, lambda *i: te.if_then_else(
        te.all(*[c for d in range(first, first + dims) for c in (i[d] >= pad, i[d] < data.shape[d] + pad)]),
        data(*[v - pad if first <= d < first + dims else v for d, v in enumerate(i)]), te.const(0, "float32")), name="padded")


def conv(dims=2, C=64, K=64, L=28, R=3, stride=1, pad=0, dilation=1, groups=1, channels_last=0, weights="OI", N=1):
    """Convolution of `dims` dimensions with bias and ReLU; weights "OI" (channels outside), "IO" (inside) or "O..I"."""
    first = 1 if channels_last else 2
    data = te.placeholder((N,) + (L,) * dims + (C,) if channels_last else (N, C) + (L,) * dims, "float32", name="data")
    window = (R,) * dims
    shape = {"OI": (K, C // groups) + window, "IO": window + (C // groups, K), "O..I": (K,) + window + (C // groups,)}[weights]
    weight = te.placeholder(shape, "float32", name="weight")
    padded = pad_image(data, first, dims, pad)
    c = te.reduce_axis((0, C // groups), "c")
    r = [te.reduce_axis((0, R), "r%d" % d) for d in range(dims)]
    out = ((L + 2 * pad - dilation * (R - 1) - 1) // stride + 1,) * dims

    def term(*i):
        k = i[-1] if channels_last else i[1]
        places = [i[first + d] * stride + r[d] * dilation for d in range(dims)]
        channel = c if groups == 1 else k // (K // groups) * (C // groups) + c
        w = weight(k, c, *r) if weights == "OI" else weight(*r, c, k) if weights == "IO" else weight(k, *r, c)
        pixel = padded(i[0], *places, channel) if channels_last else padded(i[0], channel, *places)
        return te.sum(pixel * w, axis=[c] + r)

    result = te.compute((N,) + out + (K,) if channels_last else (N, K) + out, term, name="conv")
    bias, relu = bias_relu(result, dims + 1 if channels_last else 1)
    return te.create_prim_func([data, weight, bias, relu])


def depthwise(dims=2, C=64, L=56, R=3, stride=1, pad=1, channels_last=0):
    first = 1 if channels_last else 2
    data = te.placeholder((1,) + (L,) * dims + (C,) if channels_last else (1, C) + (L,) * dims, "float32", name="data")
    weight = te.placeholder((R,) * dims + (C,) if channels_last else (C,) + (R,) * dims, "float32", name="weight")
    padded = pad_image(data, first, dims, pad)
    r = [te.reduce_axis((0, R), "r%d" % d) for d in range(dims)]
    out = ((L + 2 * pad - R) // stride + 1,) * dims

    def term(*i):
        places = [i[first + d] * stride + r[d] for d in range(dims)]
        pixel = padded(i[0], *places, i[-1]) if channels_last else padded(i[0], i[1], *places)
        return te.sum(pixel * (weight(*r, i[-1]) if channels_last else weight(i[1], *r)), axis=r)

    result = te.compute((1,) + out + (C,) if channels_last else (1, C) + out, term, name="conv")
    bias, relu = bias_relu(result, dims + 1 if channels_last else 1)
    return te.create_prim_func([data, weight, bias, relu])


def squeeze_excite(C=96, S=24, L=20):
    """The convolution of one pixel, whose result scales an image."""
    pooled = te.placeholder((1, S, 1, 1), "float32", name="pooled")
    weight = te.placeholder((C, S, 1, 1), "float32", name="weight")
    image = te.placeholder((1, C, L, L), "float32", name="image")
    c = te.reduce_axis((0, S), "c")
    conv = te.compute((1, C, 1, 1), lambda n, k, h, w: te.sum(pooled[n, c, h, w] * weight[k, c, 0, 0], axis=c), name="conv")
    gate = te.compute(conv.shape, lambda n, k, h, w: te.sigmoid(conv[n, k, h, w]), name="gate")
    out = te.compute(image.shape, lambda n, k, h, w: image[n, k, h, w] * gate[n, k, 0, 0], name="out")
    return te.create_prim_func([pooled, weight, image, out])


def pool(C=64, L=112, R=3, stride=2, pad=1, channels_last=0, average=0):
    data = te.placeholder((1, L, L, C) if channels_last else (1, C, L, L), "float32", name="data")
    rest = te.const(0, "float32") if average else te.min_value("float32")
    first = 1 if channels_last else 2
    shape = [n + (2 * pad if first <= d < first + 2 else 0) for d, n in enumerate(data.shape)]
    padded = data if pad == 0 else te.compute(shape, lambda *i: te.if_then_else(
        te.all(i[first] >= pad, i[first] < L + pad, i[first + 1] >= pad, i[first + 1] < L + pad),
        data(*[v - pad if first <= d < first + 2 else v for d, v in enumerate(i)]), rest), name="padded")
    r, s = te.reduce_axis((0, R), "r"), te.reduce_axis((0, R), "s")
    out = (L + 2 * pad - R) // stride + 1
    reduce = te.sum if average else te.max
    if channels_last:
        result = te.compute((1, out, out, C), lambda n, h, w, c: reduce(padded[n, h * stride + r, w * stride + s, c], axis=[r, s]),
                            name="pool")
    else:
        result = te.compute((1, C, out, out), lambda n, c, h, w: reduce(padded[n, c, h * stride + r, w * stride + s], axis=[r, s]),
                            name="pool")
    if average:
        result = te.compute(result.shape, lambda *i: result(*i) * te.const(1 / (R * R), "float32"), name="mean")
    return te.create_prim_func([data, result])


# Reductions.

def sum_over(A=30, B=100, C=333, axis=0):
    """One axis of three."""
    data = te.placeholder((A, B, C), "float32", name="data")
    k = te.reduce_axis((0, (A, B, C)[axis]), "k")
    shape = tuple(n for d, n in enumerate((A, B, C)) if d != axis)
    total = te.compute(shape, lambda *i: te.sum(data(*i[:axis], k, *i[axis:]), axis=k), name="total")
    return te.create_prim_func([data, total])


def sum_of_all(N=100003):
    data = te.placeholder((N,), "float32", name="data")
    k = te.reduce_axis((0, N), "k")
    total = te.compute((1,), lambda i: te.sum(data[k], axis=k), name="total")
    return te.create_prim_func([data, total])


def argmax(M=64, N=1000):
    order = te.comm_reducer(lambda x, y: (tir.Select(x[1] >= y[1], x[0], y[0]), tir.Select(x[1] >= y[1], x[1], y[1])),
                            lambda t0, t1: (tir.const(-1, t0), te.min_value(t1)), name="argmax")
    index = te.placeholder((M, N), "int32", name="index")
    value = te.placeholder((M, N), "float32", name="value")
    k = te.reduce_axis((0, N), "k")
    at, most = te.compute((M,), lambda i: order((index[i, k], value[i, k]), axis=k), name="T")
    return te.create_prim_func([index, value, at, most])


def softmax(M=64, N=1001):
    data = te.placeholder((M, N), "float32", name="data")
    k, l = te.reduce_axis((0, N), "k"), te.reduce_axis((0, N), "l")
    largest = te.compute((M,), lambda i: te.max(data[i, k], axis=k), name="largest")
    exp = te.compute((M, N), lambda i, j: te.exp(data[i, j] - largest[i]), name="exp")
    total = te.compute((M,), lambda i: te.sum(exp[i, l], axis=l), name="total")
    out = te.compute((M, N), lambda i, j: exp[i, j] / total[i], name="out")
    return te.create_prim_func([data, out])


def channel_softmax(C=21, L=64):
    data = te.placeholder((C, L, L), "float32", name="data")
    k, l = te.reduce_axis((0, C), "k"), te.reduce_axis((0, C), "l")
    largest = te.compute((L, L), lambda h, w: te.max(data[k, h, w], axis=k), name="largest")
    exp = te.compute((C, L, L), lambda c, h, w: te.exp(data[c, h, w] - largest[h, w]), name="exp")
    total = te.compute((L, L), lambda h, w: te.sum(exp[l, h, w], axis=l), name="total")
    out = te.compute((C, L, L), lambda c, h, w: exp[c, h, w] / total[h, w], name="out")
    return te.create_prim_func([data, out])


def layer_norm(M=128, N=768):
    """Mean and variance in passes of their own."""
    data = te.placeholder((M, N), "float32", name="data")
    gamma, beta = te.placeholder((N,), "float32", name="gamma"), te.placeholder((N,), "float32", name="beta")
    k, l = te.reduce_axis((0, N), "k"), te.reduce_axis((0, N), "l")
    total = te.compute((M,), lambda i: te.sum(data[i, k], axis=k), name="total")
    mean = te.compute((M,), lambda i: total[i] / te.const(N, "float32"), name="mean")
    square = te.compute((M,), lambda i: te.sum((data[i, l] - mean[i]) * (data[i, l] - mean[i]), axis=l), name="square")
    out = te.compute((M, N), lambda i, j: (data[i, j] - mean[i]) * te.rsqrt(square[i] / te.const(N, "float32") + te.const(
        1e-5, "float32")) * gamma[j] + beta[j], name="out")
    return te.create_prim_func([data, gamma, beta, out])


def instance_norm(C=64, L=28):
    data = te.placeholder((C, L, L), "float32", name="data")
    h, w, y, x = (te.reduce_axis((0, L), name) for name in ("h", "w", "y", "x"))
    total = te.compute((C,), lambda c: te.sum(data[c, h, w], axis=[h, w]), name="total")
    square = te.compute((C,), lambda c: te.sum(data[c, y, x] * data[c, y, x], axis=[y, x]), name="square")
    n = te.const(L * L, "float32")
    out = te.compute((C, L, L), lambda c, i, j: (data[c, i, j] - total[c] / n) * te.rsqrt(
        square[c] / n - total[c] / n * (total[c] / n) + te.const(1e-5, "float32")), name="out")
    return te.create_prim_func([data, out])


def global_mean(C=512, L=7, channels_last=0):
    data = te.placeholder((1, L, L, C) if channels_last else (1, C, L, L), "float32", name="data")
    h, w = te.reduce_axis((0, L), "h"), te.reduce_axis((0, L), "w")
    total = te.compute((1, C), lambda n, c: te.sum(data[n, h, w, c] if channels_last else data[n, c, h, w], axis=[h, w]), name="total")
    out = te.compute((1, C), lambda n, c: total[n, c] * te.const(1 / (L * L), "float32"), name="out")
    return te.create_prim_func([data, out])


# Elements that move.

def transpose(A=8, B=128, C=8, D=64, order=(0, 2, 1, 3)):
    shape = (A, B, C, D)
    data = te.placeholder(shape, "float32", name="data")
    place = [order.index(d) for d in range(4)]
    out = te.compute(tuple(shape[d] for d in order), lambda *i: data(*[i[p] for p in place]), name="out")
    return te.create_prim_func([data, out])


def gather_rows(N=512, V=10000, D=100):
    table = te.placeholder((V, D), "float32", name="table")
    row = te.placeholder((N,), "int32", name="row")
    out = te.compute((N, D), lambda i, j: table[te.max(te.min(row[i], V - 1), 0), j], name="out")
    return te.create_prim_func([table, row, out])


def add_channels(C=64, L=56):
    data, bias = te.placeholder((1, C, L, L), "float32", name="data"), te.placeholder((1, C, 1, 1), "float32", name="bias")
    out = te.compute(data.shape, lambda n, c, h, w: data[n, c, h, w] + bias[n, c, 0, 0], name="out")
    return te.create_prim_func([data, bias, out])


def without_last(C=64, L=508):
    """A gelu of an image that has one column."""
    data, bias = te.placeholder((1, C, L, 1), "float32", name="data"), te.placeholder((1, C, 1), "float32", name="bias")
    flat = te.compute((1, C, L), lambda n, c, l: data[n, c, l, 0], name="flat")
    biased = te.compute((1, C, L), lambda n, c, l: flat[n, c, l] + bias[n, c, 0], name="biased")
    out = te.compute((1, C, L), lambda n, c, l: biased[n, c, l] * te.const(0.5, "float32") * (te.const(1, "float32") + te.tanh(
        biased[n, c, l] * te.const(0.8, "float32"))), name="out")
    return te.create_prim_func([data, bias, out])


def upsample(C=96, L=40):
    data = te.placeholder((1, C, L, L), "float32", name="data")
    out = te.compute((1, C, 2 * L, 2 * L), lambda n, c, h, w: data[n, c, h // 2, w // 2], name="out")
    return te.create_prim_func([data, out])


def every_second(C=64, L=56):
    data = te.placeholder((C, L, L), "float32", name="data")
    out = te.compute((C, L // 2, L // 2), lambda c, h, w: data[c, h * 2, w * 2], name="out")
    return te.create_prim_func([data, out])


def concatenate(C=64, L=56):
    a, b = te.placeholder((C, L, L), "float32", name="a"), te.placeholder((C, L, L), "float32", name="b")
    out = te.compute((2 * C, L, L), lambda c, h, w: te.if_then_else(c < C, a[c, h, w], b[c - C, h, w]), name="out")
    return te.create_prim_func([a, b, out])
