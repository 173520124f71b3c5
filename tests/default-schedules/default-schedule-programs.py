# SPDX-License-Identifier: Apache-2.0
# Programs that rules recognise, and some next to them: each function has a row in test-default-schedule.c.
import tvm
from tvm import te


def matmul(M=4, N=4, K=4, dtype="float32"):
    A = te.placeholder((M, K), dtype, name="A")
    B = te.placeholder((K, N), dtype, name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def matmul_turned_a(M=4, N=4, K=4):
    A = te.placeholder((K, M), "float32", name="A")
    B = te.placeholder((K, N), "float32", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[k, i] * B[k, j], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def dense_bias_relu(M=4, N=4, K=4):
    A = te.placeholder((M, K), "float32", name="A")
    W = te.placeholder((N, K), "float32", name="W")
    bias = te.placeholder((N,), "float32", name="bias")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * W[j, k], axis=k), name="C")
    D = te.compute((M, N), lambda i, j: C[i, j] + bias[j], name="D")
    E = te.compute((M, N), lambda i, j: te.max(D[i, j], te.const(0, "float32")), name="E")
    return te.create_prim_func([A, W, bias, E])


def batch_matmul(B=2, H=3, M=4, N=4, K=4, transposed=0):
    X = te.placeholder((B, H, M, K), "float32", name="X")
    Y = te.placeholder((B, H, N, K) if transposed else (B, H, K, N), "float32", name="Y")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((B, H, M, N), lambda b, h, i, j: te.sum(X[b, h, i, k] * (Y[b, h, j, k] if transposed else Y[b, h, k, j]), axis=k),
                   name="C")
    return te.create_prim_func([X, Y, C])


def attention(H=2, M=4, N=8, D=4):
    Q = te.placeholder((H, M, D), "float32", name="Q")
    K = te.placeholder((H, N, D), "float32", name="K")
    V = te.placeholder((H, N, D), "float32", name="V")
    d = te.reduce_axis((0, D), "d")
    k = te.reduce_axis((0, N), "k")
    l = te.reduce_axis((0, N), "l")
    n = te.reduce_axis((0, N), "n")
    S = te.compute((H, M, N), lambda h, i, j: te.sum(Q[h, i, d] * K[h, j, d], axis=d), name="S")
    T = te.compute((H, M, N), lambda h, i, j: S[h, i, j] * te.const(0.125, "float32"), name="T")
    largest = te.compute((H, M), lambda h, i: te.max(T[h, i, k], axis=k), name="largest")
    E = te.compute((H, M, N), lambda h, i, j: te.exp(T[h, i, j] - largest[h, i]), name="E")
    total = te.compute((H, M), lambda h, i: te.sum(E[h, i, l], axis=l), name="total")
    P = te.compute((H, M, N), lambda h, i, j: E[h, i, j] / total[h, i], name="P")
    O = te.compute((H, M, D), lambda h, i, j: te.sum(P[h, i, n] * V[h, n, j], axis=n), name="O")
    return te.create_prim_func([Q, K, V, O])


def gemv(N=4, K=4, transposed=0):
    W = te.placeholder((N, K) if transposed else (K, N), "float32", name="W")
    x = te.placeholder((K,), "float32", name="x")
    k = te.reduce_axis((0, K), "k")
    y = te.compute((N,), lambda j: te.sum((W[j, k] if transposed else W[k, j]) * x[k], axis=k), name="y")
    return te.create_prim_func([W, x, y])


def batch_gemv(B=2, N=4, K=4):
    W = te.placeholder((B, N, K), "float32", name="W")
    x = te.placeholder((B, K), "float32", name="x")
    k = te.reduce_axis((0, K), "k")
    y = te.compute((B, N), lambda b, j: te.sum(W[b, j, k] * x[b, k], axis=k), name="y")
    return te.create_prim_func([W, x, y])


def conv2d_nhwc(H=6, W=6, C=4, K=8, R=3, S=3, stride=1):
    data = te.placeholder((1, H, W, C), "float32", name="data")
    weight = te.placeholder((R, S, C, K), "float32", name="weight")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    c = te.reduce_axis((0, C), "c")
    conv = te.compute(
        (1, (H - R) // stride + 1, (W - S) // stride + 1, K),
        lambda n, h, w, k: te.sum(data[n, h * stride + r, w * stride + s, c] * weight[r, s, c, k], axis=[r, s, c]),
        name="conv",
    )
    relu = te.compute(conv.shape, lambda n, h, w, k: te.max(conv[n, h, w, k], te.const(0, "float32")), name="relu")
    return te.create_prim_func([data, weight, relu])


# Of a quantized model: sums in int32, scaled, rounded and back to bytes.
def conv2d_nhwc_int8(N=1, H=6, W=6, C=4, K=16, R=3, S=3, stride=1, requantized=1):
    data = te.placeholder((N, H, W, C), "uint8", name="data")
    weight = te.placeholder((R, S, C, K), "int8", name="weight")
    scale = te.placeholder((K,), "float32", name="scale")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    c = te.reduce_axis((0, C), "c")
    conv = te.compute(
        (N, (H - R) // stride + 1, (W - S) // stride + 1, K),
        lambda n, h, w, k: te.sum(
            data[n, h * stride + r, w * stride + s, c].astype("int32") * weight[r, s, c, k].astype("int32"), axis=[r, s, c]),
        name="conv",
    )
    if not requantized:
        return te.create_prim_func([data, weight, conv])
    rounded = lambda n, h, w, k: te.nearbyint(conv[n, h, w, k].astype("float32") * scale[k]) + te.const(8, "float32")
    clipped = lambda *i: te.max(te.min(rounded(*i), te.const(255, "float32")), te.const(0, "float32"))
    out = te.compute(conv.shape, lambda n, h, w, k: clipped(n, h, w, k).astype("uint8"), name="out")
    return te.create_prim_func([data, weight, scale, out])


def image(C, H, W, N, pad):
    data = te.placeholder((N, C, H, W), "float32", name="data")
    if pad == 0:
        return data, te.compute(data.shape, lambda n, c, h, w: data[n, c, h, w], name="padded")
    return data, te.compute(
        (N, C, H + 2 * pad, W + 2 * pad),
        lambda n, c, h, w: te.if_then_else(
            te.all(h >= pad, h < H + pad, w >= pad, w < W + pad), data[n, c, h - pad, w - pad], te.const(0, "float32")
        ),
        name="padded",
    )


def hard_swish(data):
    moved = te.compute(data.shape, lambda n, k, h, w: data[n, k, h, w] + te.const(3, "float32"), name="moved")
    clipped = te.compute(data.shape, lambda n, k, h, w: te.min(te.max(moved[n, k, h, w], te.const(0, "float32")), te.const(6, "float32")))
    return te.compute(data.shape, lambda n, k, h, w: data[n, k, h, w] * clipped[n, k, h, w], name="out")


def conv2d_bias(H=6, W=6, C=4, K=8, R=1, N=1, pad=0, stride=1, consumer=1, S=0):
    S = S if S > 0 else R
    data, padded = image(C, H, W, N, pad)
    weight = te.placeholder((K, C, R, S), "float32", name="weight")
    bias = te.placeholder((K,), "float32", name="bias")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    c = te.reduce_axis((0, C), "c")
    conv = te.compute(
        (N, K, (H + 2 * pad - R) // stride + 1, (W + 2 * pad - S) // stride + 1),
        lambda n, k, h, w: te.sum(padded[n, c, h * stride + r, w * stride + s] * weight[k, c, r, s], axis=[c, r, s]),
        name="conv",
    )
    if consumer == 0:
        return te.create_prim_func([data, weight, conv])
    if consumer == 2:
        return te.create_prim_func([data, weight, bias, hard_swish(te.compute(
            conv.shape, lambda n, k, h, w: conv[n, k, h, w] + bias[k], name="biased"))])
    out = te.compute(conv.shape, lambda n, k, h, w: te.max(conv[n, k, h, w] + bias[k], te.const(0, "float32")), name="out")
    return te.create_prim_func([data, weight, bias, out])


def depthwise_bias(H=6, W=6, C=4, R=3, N=1, pad=1, stride=1):
    data, padded = image(C, H, W, N, pad)
    weight = te.placeholder((C, 1, R, R), "float32", name="weight")
    bias = te.placeholder((C,), "float32", name="bias")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    conv = te.compute(
        (N, C, (H + 2 * pad - R) // stride + 1, (W + 2 * pad - R) // stride + 1),
        lambda n, c, h, w: te.sum(padded[n, c, h * stride + r, w * stride + s] * weight[c, 0, r, s], axis=[r, s]),
        name="conv",
    )
    out = te.compute(conv.shape, lambda n, c, h, w: te.max(conv[n, c, h, w] + bias[c], te.const(0, "float32")), name="out")
    return te.create_prim_func([data, weight, bias, out])


def conv2d_transpose(H=4, W=5, C=3, K=2, R=2, stride=2, consumer=1):
    pad = R - 1
    rows, columns = (H - 1) * stride + 1, (W - 1) * stride + 1
    data = te.placeholder((1, C, H, W), "float32", name="data")
    dilated = te.compute(
        (1, C, rows, columns),
        lambda n, c, h, w: te.if_then_else(
            te.all(h % stride == 0, w % stride == 0), data[n, c, h // stride, w // stride], te.const(0, "float32")
        ),
        name="dilated",
    )
    padded = te.compute(
        (1, C, rows + 2 * pad, columns + 2 * pad),
        lambda n, c, h, w: te.if_then_else(
            te.all(h >= pad, h < rows + pad, w >= pad, w < columns + pad), dilated[n, c, h - pad, w - pad], te.const(0, "float32")
        ),
        name="padded",
    )
    weight = te.placeholder((C, K, R, R), "float32", name="weight")
    turned = te.compute((K, C, R, R), lambda k, c, r, s: weight[c, k, R - 1 - r, R - 1 - s], name="turned")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    c = te.reduce_axis((0, C), "c")
    conv = te.compute(
        (1, K, rows + pad, columns + pad),
        lambda n, k, h, w: te.sum(padded[n, c, h + r, w + s] * turned[k, c, r, s], axis=[c, r, s]),
        name="conv",
    )
    if consumer == 0:
        return te.create_prim_func([data, weight, conv])
    out = te.compute(conv.shape, lambda n, k, h, w: te.max(conv[n, k, h, w], te.const(0, "float32")), name="out")
    return te.create_prim_func([data, weight, out])


def max_pool(H=8, W=8, C=4, R=2):
    data = te.placeholder((1, H, W, C), "float32", name="data")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    pool = te.compute((1, H // R, W // R, C), lambda n, h, w, c: te.max(data[n, h * R + r, w * R + s, c], axis=[r, s]), name="pool")
    return te.create_prim_func([data, pool])


def column_sum(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, M), "k")
    B = te.compute((N,), lambda j: te.sum(A[k, j], axis=k), name="B")
    return te.create_prim_func([A, B])


def row_max(B=2, M=4, N=4, dtype="float32"):
    A = te.placeholder((B, M, N), dtype, name="A")
    k = te.reduce_axis((0, N), "k")
    C = te.compute((B, M), lambda b, i: te.max(A[b, i, k], axis=k), name="C")
    return te.create_prim_func([A, C])


def mean(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((M,), lambda i: te.sum(A[i, k], axis=k), name="B")
    C = te.compute((M,), lambda i: B[i] / te.const(N, "float32"), name="C")
    return te.create_prim_func([A, C])


def max_pool_nchw(C=4, H=8, W=8, R=3, stride=2):
    """Padded by one: adjacent results read elements that are some apart."""
    data = te.placeholder((C, H, W), name="data")
    padded = te.compute((C, H + 2, W + 2), lambda c, h, w: te.if_then_else(te.all(1 <= h, h < H + 1, 1 <= w, w < W + 1),
                                                                           data[c, h - 1, w - 1], te.min_value("float32")), name="padded")
    r, s = te.reduce_axis((0, R), name="r"), te.reduce_axis((0, R), name="s")
    pool = te.compute((C, (H + 2 - R) // stride + 1, (W + 2 - R) // stride + 1),
                      lambda c, h, w: te.max(padded[c, h * stride + r, w * stride + s], axis=[r, s]), name="pool")
    return te.create_prim_func([data, pool])


def global_pool(C=4, H=4, W=4):
    A = te.placeholder((1, C, H, W), "float32", name="A")
    h = te.reduce_axis((0, H), "h")
    w = te.reduce_axis((0, W), "w")
    B = te.compute((1, C), lambda n, c: te.sum(A[n, c, h, w], axis=[h, w]), name="B")
    return te.create_prim_func([A, B])


def sum_of_all(N=4):
    A = te.placeholder((N,), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="B")
    return te.create_prim_func([A, B])


def rms_norm(B=2, M=4, N=4):
    A = te.placeholder((B, M, N), "float32", name="A")
    R = te.placeholder((B, M, N), "float32", name="R")
    g = te.placeholder((N,), "float32", name="g")
    k = te.reduce_axis((0, N), "k")
    X = te.compute((B, M, N), lambda b, i, j: A[b, i, j] + R[b, i, j], name="X")
    Q = te.compute((B, M, N), lambda b, i, j: X[b, i, j] * X[b, i, j], name="Q")
    S = te.compute((B, M), lambda b, i: te.sum(Q[b, i, k], axis=k), name="S")
    Y = te.compute((B, M, N), lambda b, i, j: X[b, i, j] * te.rsqrt(S[b, i] / N + 1e-5) * g[j], name="Y")
    return te.create_prim_func([A, R, g, Y])


def nchw_to_nhwc(N=2, C=4, H=4, W=4):
    A = te.placeholder((N, C, H, W), "float32", name="A")
    B = te.compute((N, H, W, C), lambda n, h, w, c: A[n, c, h, w], name="B")
    return te.create_prim_func([A, B])


def add_turned(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    B = te.placeholder((N, M), "float32", name="B")
    C = te.compute((M, N), lambda i, j: te.exp(A[i, j]) + B[j, i], name="C")
    return te.create_prim_func([A, B, C])


def bias_gelu(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    b = te.placeholder((N,), "float32", name="b")
    X = te.compute((M, N), lambda i, j: A[i, j] + b[j], name="X")
    Y = te.compute((M, N), lambda i,
                   j: X[i, j] * te.const(0.5, "float32") * (te.const(1, "float32") + te.erf(X[i, j] * te.const(0.7071, "float32"))),
                   name="Y")
    return te.create_prim_func([A, b, Y])


def every_second(N=4, dtype="float32"):
    A = te.placeholder((2 * N,), dtype, name="A")
    B = te.compute((N,), lambda i: A[i * 2] + A[i * 2 + 1], name="B")
    return te.create_prim_func([A, B])


def rows_of_table(N=4, D=4):
    T = te.placeholder((7, D), "float32", name="T")
    I = te.placeholder((N,), "int32", name="I")
    B = te.compute((N, D), lambda i, j: T[te.max(te.min(I[i], 6), 0), j], name="B")
    return te.create_prim_func([T, I, B])


def dot(N=4):
    A = te.placeholder((N,), "float32", name="A")
    B = te.placeholder((N,), "float32", name="B")
    k = te.reduce_axis((0, N), "k")
    C = te.compute((), lambda: te.sum(A[k] * B[k], axis=k), name="C")
    return te.create_prim_func([A, B, C])
