# SPDX-License-Identifier: Apache-2.0
# Programs for the GPU rules: each function has rows in test-gpu-rules.c.
import tvm
from tvm import te


def largest_of(name):
    return te.comm_reducer(lambda x, y: (tvm.tir.Select(x[1] >= y[1], x[0], y[0]), tvm.tir.Select(x[1] >= y[1], x[1], y[1])),
                           lambda i, x: (tvm.tir.const(-1, i), te.min_value(x)), name=name)


def argmax(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    place, value = te.compute((M,), lambda i: largest_of("argmax")((k, A[i, k]), axis=k), name="largest")
    return te.create_prim_func([A, place, value])


def place_of_largest(M=4, N=4, axis=1):
    A = te.placeholder((M, N) if axis == 1 else (N, M), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    place, value = te.compute((M,), lambda i: largest_of("argmax")((k, A[i, k] if axis == 1 else A[k, i]), axis=k), name="largest")
    B = te.compute((M,), lambda i: place[i] + 1, name="place")
    return te.create_prim_func([A, B])


def sums_apart(M=4, N=4):
    A = te.placeholder((2 * M, 2 * N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((M,), lambda i: te.sum(A[i * 2, k * 2], axis=k), name="B")
    return te.create_prim_func([A, B])


def two_results(N=4):
    A = te.placeholder((N,), "float32", name="A")
    B = te.compute((N,), lambda i: A[i] + te.const(1, "float32"), name="B")
    C = te.compute((N,), lambda i: te.exp(B[i]), name="C")
    return te.create_prim_func([A, B, C])


def transpose(A0=2, A1=3, A2=4, A3=5, order=0):
    A = te.placeholder((A0, A1, A2, A3), "float32", name="A")
    if order == 0:
        B = te.compute((A3, A1, A2, A0), lambda w, y, z, x: A[x, y, z, w], name="B")
    elif order == 1:
        B = te.compute((A2, A3, A1, A0), lambda z, w, y, x: A[x, y, z, w], name="B")
    else:
        B = te.compute((A0, A2, A1, A3), lambda x, z, y, w: A[x, y, z, w], name="B")
    return te.create_prim_func([A, B])


def half_matmul(M=4, N=4, K=4):
    A = te.placeholder((M, K), "float16", name="A")
    B = te.placeholder((K, N), "float16", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k].astype("float32") * B[k, j].astype("float32"), axis=k), name="C")
    return te.create_prim_func([A, B, C])


def scaled_weights(M=4, N=4, K=4):
    A = te.placeholder((M, K), "float32", name="A")
    W = te.placeholder((N, K), "int8", name="W")
    scale = te.placeholder((N,), "float32", name="scale")
    k = te.reduce_axis((0, K), "k")
    V = te.compute((N, K), lambda j, k: W[j, k].astype("float32") * scale[j], name="V")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * V[j, k], axis=k), name="C")
    return te.create_prim_func([A, W, scale, C])


def softmax(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    l = te.reduce_axis((0, N), "l")
    largest = te.compute((M,), lambda i: te.max(A[i, k], axis=k), name="largest")
    E = te.compute((M, N), lambda i, j: te.exp(A[i, j] - largest[i]), name="E")
    total = te.compute((M,), lambda i: te.sum(E[i, l], axis=l), name="total")
    B = te.compute((M, N), lambda i, j: E[i, j] / total[i], name="B")
    return te.create_prim_func([A, B])


def layer_norm(M=4, N=4):
    A = te.placeholder((M, N), "float32", name="A")
    gamma = te.placeholder((N,), "float32", name="gamma")
    beta = te.placeholder((N,), "float32", name="beta")
    k = te.reduce_axis((0, N), "k")
    l = te.reduce_axis((0, N), "l")
    n = te.const(1.0 / N, "float32")
    mean = te.compute((M,), lambda i: te.sum(A[i, k] * n, axis=k), name="mean")
    var = te.compute((M,), lambda i: te.sum((A[i, l] - mean[i]) * (A[i, l] - mean[i]) * n, axis=l), name="var")
    scale = lambda i: te.rsqrt(var[i] + te.const(0.00001, "float32"))
    B = te.compute((M, N), lambda i, j: (A[i, j] - mean[i]) * scale(i) * gamma[j] + beta[j], name="B")
    return te.create_prim_func([A, gamma, beta, B])


def depthwise_nhwc(H=6, W=6, C=4, R=3):
    A = te.placeholder((1, H, W, C), "float32", name="A")
    F = te.placeholder((R, R, C), "float32", name="F")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    B = te.compute((1, H - R + 1, W - R + 1, C), lambda n, h, w, c: te.sum(A[n, h + r, w + s, c] * F[r, s, c], axis=[r, s]), name="B")
    return te.create_prim_func([A, F, B])


def depthwise_padded(H=6, W=6, C=4, R=3):
    A = te.placeholder((1, C, H, W), "float32", name="A")
    F = te.placeholder((C, R, R), "float32", name="F")
    pad = te.compute((1, C, H + 2, W + 2),
                     lambda n, c, h, w: tvm.tir.if_then_else(tvm.tir.all(h >= 1, h < H + 1, w >= 1, w < W + 1), A[n, c, h - 1, w - 1],
                                                             te.const(0, "float32")), name="pad")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    B = te.compute((1, C, H + 3 - R, W + 3 - R), lambda n, c, h, w: te.sum(pad[n, c, h + r, w + s] * F[c, r, s], axis=[r, s]), name="B")
    D = te.compute((1, C, H + 3 - R, W + 3 - R), lambda n, c, h, w: te.max(B[n, c, h, w], te.const(0, "float32")), name="D")
    return te.create_prim_func([A, F, D])


def group_conv(G=2, C=4, K=12, H=6, W=6, R=3):
    A = te.placeholder((G, C, H, W), "float32", name="A")
    F = te.placeholder((G, K, C, R, R), "float32", name="F")
    c = te.reduce_axis((0, C), "c")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, R), "s")
    B = te.compute((G, K, H - R + 1, W - R + 1),
                   lambda g, k, h, w: te.sum(A[g, c, h + r, w + s] * F[g, k, c, r, s], axis=[c, r, s]), name="B")
    return te.create_prim_func([A, F, B])


def contraction(I0=2, I1=3, J0=4, J1=5, K0=6, K1=7):
    A = te.placeholder((I0, K0, I1, K1), "float32", name="A")
    B = te.placeholder((K1, J0, K0, J1), "float32", name="B")
    k = te.reduce_axis((0, K0), "k")
    l = te.reduce_axis((0, K1), "l")
    C = te.compute((J0, I0, J1, I1), lambda a, b, c, d: te.sum(A[b, k, d, l] * B[l, a, k, c], axis=[k, l]), name="C")
    return te.create_prim_func([A, B, C])


def factor(rows, k, dtype, along_rows, batch, name):
    shape = (k, rows) if along_rows else (rows, k)
    return te.placeholder((batch,) + shape if batch else shape, dtype, name=name)


def product(M=16, N=16, K=16, a="mk", b="kn", dtype="float16", sums="float32", batch=0, epilogue=""):
    A = factor(M, K, dtype, a == "km", batch, "A")
    B = factor(N, K, dtype, b == "kn", batch, "B")
    D = te.placeholder((N,), "float32", name="D")
    k = te.reduce_axis((0, K), "k")

    def term(*at):
        lead, i, j = at[:-2], at[-2], at[-1]
        x = A[lead + ((k, i) if a == "km" else (i, k))]
        y = B[lead + ((k, j) if b == "kn" else (j, k))]
        if dtype == sums:
            return te.sum(x * y, axis=k)
        return te.sum(x.astype(sums) * y.astype(sums), axis=k)

    shape = (batch, M, N) if batch else (M, N)
    C = te.compute(shape, term, name="C")
    if epilogue == "half":
        E = te.compute(shape, lambda *at: C[at].astype("float16"), name="E")
        return te.create_prim_func([A, B, E])
    if epilogue == "bias":
        E = te.compute(shape, lambda *at: te.max(C[at] + D[at[-1]], te.const(0, "float32")).astype("float16"), name="E")
        return te.create_prim_func([A, B, D, E])
    return te.create_prim_func([A, B, C])
