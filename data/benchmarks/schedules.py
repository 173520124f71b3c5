# Small programs of the kinds that people schedule by hand: `tileloom-bench schedules` gives each of them many schedules.
import tvm
from tvm import te


def matmul(M=128, N=128, K=128):
    A = te.placeholder((M, K), "float32", name="A")
    B = te.placeholder((K, N), "float32", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def matmul_relu(M=128, N=96, K=64):
    A = te.placeholder((M, K), "float32", name="A")
    B = te.placeholder((K, N), "float32", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    D = te.compute((M, N), lambda i, j: te.max(C[i, j], 0.0), name="D")
    return te.create_prim_func([A, B, D])


def dense(M=64, N=128, K=128):
    A = te.placeholder((M, K), "float32", name="A")
    B = te.placeholder((N, K), "float32", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def batch_matmul(B=8, M=64, N=64, K=32):
    X = te.placeholder((B, M, K), "float32", name="X")
    Y = te.placeholder((B, K, N), "float32", name="Y")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((B, M, N), lambda b, i, j: te.sum(X[b, i, k] * Y[b, k, j], axis=k), name="C")
    return te.create_prim_func([X, Y, C])


def conv2d_nchw(C=16, K=16, H=28, W=28, R=3, S=3):
    A = te.placeholder((1, C, H + R - 1, W + S - 1), "float32", name="A")
    F = te.placeholder((K, C, R, S), "float32", name="F")
    c = te.reduce_axis((0, C), "c")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    Y = te.compute((1, K, H, W), lambda n, k, h, w: te.sum(A[n, c, h + r, w + s] * F[k, c, r, s], axis=[c, r, s]), name="Y")
    return te.create_prim_func([A, F, Y])


def conv2d_nhwc(C=16, K=32, H=14, W=14, R=3, S=3):
    A = te.placeholder((1, H + R - 1, W + S - 1, C), "float32", name="A")
    F = te.placeholder((R, S, C, K), "float32", name="F")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    c = te.reduce_axis((0, C), "c")
    Y = te.compute((1, H, W, K), lambda n, h, w, k: te.sum(A[n, h + r, w + s, c] * F[r, s, c, k], axis=[r, s, c]), name="Y")
    return te.create_prim_func([A, F, Y])


def depthwise(C=32, H=56, W=56, R=3, S=3):
    A = te.placeholder((1, C, H + R - 1, W + S - 1), "float32", name="A")
    F = te.placeholder((C, R, S), "float32", name="F")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    Y = te.compute((1, C, H, W), lambda n, c, h, w: te.sum(A[n, c, h + r, w + s] * F[c, r, s], axis=[r, s]), name="Y")
    return te.create_prim_func([A, F, Y])


def elementwise(M=256, N=384):
    A = te.placeholder((M, N), "float32", name="A")
    B = te.placeholder((N,), "float32", name="B")
    T = te.compute((M, N), lambda i, j: A[i, j] * 2.0 + B[j], name="T")
    Y = te.compute((M, N), lambda i, j: te.max(T[i, j], 0.0), name="Y")
    return te.create_prim_func([A, B, Y])


def transpose(M=256, N=384):
    A = te.placeholder((M, N), "float32", name="A")
    B = te.compute((N, M), lambda i, j: A[j, i] + 1.0, name="B")
    return te.create_prim_func([A, B])


def max_pool(C=32, H=56, W=56, R=2, S=2):
    A = te.placeholder((C, H * 2, W * 2), "float32", name="A")
    r = te.reduce_axis((0, R), "r")
    s = te.reduce_axis((0, S), "s")
    Y = te.compute((C, H, W), lambda c, h, w: te.max(A[c, h * 2 + r, w * 2 + s], axis=[r, s]), name="Y")
    return te.create_prim_func([A, Y])


def softmax(M=128, N=256):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    largest = te.compute((M,), lambda i: te.max(A[i, k], axis=k), name="largest")
    exp = te.compute((M, N), lambda i, j: te.exp(A[i, j] - largest[i]), name="exp")
    l = te.reduce_axis((0, N), "l")
    total = te.compute((M,), lambda i: te.sum(exp[i, l], axis=l), name="total")
    Y = te.compute((M, N), lambda i, j: exp[i, j] / total[i], name="Y")
    return te.create_prim_func([A, Y])


def row_mean(M=256, N=256):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    total = te.compute((M,), lambda i: te.sum(A[i, k], axis=k), name="total")
    Y = te.compute((M, N), lambda i, j: A[i, j] - total[i] / N, name="Y")
    return te.create_prim_func([A, Y])
