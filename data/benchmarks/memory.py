# Memory-bound programs; `tileloom-bench kernels` times them at sizes that exceed the caches.
import tvm
from tvm import te


def copy(N=1 << 24):
    A = te.placeholder((N,), "float32", name="A")
    B = te.compute((N,), lambda i: A[i], name="B")
    return te.create_prim_func([A, B])


def add(N=1 << 24):
    A = te.placeholder((N,), "float32", name="A")
    B = te.placeholder((N,), "float32", name="B")
    C = te.compute((N,), lambda i: A[i] + B[i], name="C")
    return te.create_prim_func([A, B, C])


def transpose(M=4096, N=4096):
    A = te.placeholder((M, N), "float32", name="A")
    B = te.compute((N, M), lambda i, j: A[j, i], name="B")
    return te.create_prim_func([A, B])


def row_sum(M=4096, N=4096):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((M,), lambda i: te.sum(A[i, k], axis=k), name="B")
    return te.create_prim_func([A, B])


def column_sum(M=4096, N=4096):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, M), "k")
    B = te.compute((N,), lambda j: te.sum(A[k, j], axis=k), name="B")
    return te.create_prim_func([A, B])


def full_sum(N=1 << 24):
    A = te.placeholder((N,), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="B")
    return te.create_prim_func([A, B])


def window_sum(N=1 << 24, W=3):
    A = te.placeholder((N + W - 1,), "float32", name="A")
    w = te.reduce_axis((0, W), "w")
    B = te.compute((N,), lambda i: te.sum(A[i + w], axis=w), name="B")
    return te.create_prim_func([A, B])


def softmax(M=4096, N=4096):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    largest = te.compute((M,), lambda i: te.max(A[i, k], axis=k), name="largest")
    exp = te.compute((M, N), lambda i, j: te.exp(A[i, j] - largest[i]), name="exp")
    l = te.reduce_axis((0, N), "l")
    total = te.compute((M,), lambda i: te.sum(exp[i, l], axis=l), name="total")
    B = te.compute((M, N), lambda i, j: exp[i, j] / total[i], name="B")
    return te.create_prim_func([A, B])


def layer_norm(M=4096, N=4096):
    X = te.placeholder((M, N), "float32", name="X")
    gamma = te.placeholder((N,), "float32", name="gamma")
    beta = te.placeholder((N,), "float32", name="beta")
    k = te.reduce_axis((0, N), "k")
    l = te.reduce_axis((0, N), "l")
    total = te.compute((M,), lambda i: te.sum(X[i, k], axis=k), name="total")
    square = te.compute((M,), lambda i: te.sum((X[i, l] - total[i] / N) * (X[i, l] - total[i] / N), axis=l), name="square")
    Y = te.compute((M, N), lambda i, j: (X[i, j] - total[i] / N) * te.rsqrt(square[i] / N + 1e-5) * gamma[j] + beta[j], name="Y")
    return te.create_prim_func([X, gamma, beta, Y])
