# Matrix multiplication of any size, timed by `tileloom-bench kernels`, and a starting point for your own schedules:
#   tileloom-cli print data/benchmarks/gemm.py --call matmul --arg M=64 --arg N=128 --arg K=784
import tvm
from tvm import te


def matmul(M=128, N=128, K=128, dtype="float32"):
    A = te.placeholder((M, K), dtype, name="A")
    B = te.placeholder((K, N), dtype, name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    return te.create_prim_func([A, B, C])


def dense(M=128, N=128, K=128, dtype="float32"):
    """A linear layer: the weights have one row for each column of the result."""
    A = te.placeholder((M, K), dtype, name="A")
    W = te.placeholder((N, K), dtype, name="W")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * W[j, k], axis=k), name="C")
    return te.create_prim_func([A, W, C])


def matmul_f16(M=128, N=128, K=128):
    """Sums in float32, as tensor cores have them."""
    A = te.placeholder((M, K), "float16", name="A")
    B = te.placeholder((K, N), "float16", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k].astype("float32") * B[k, j].astype("float32"), axis=k), name="C")
    return te.create_prim_func([A, B, C])


def matmul_int8(M=128, N=128, K=128, dtype="uint8"):
    A = te.placeholder((M, K), dtype, name="A")
    B = te.placeholder((K, N), "int8", name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k].astype("int32") * B[k, j].astype("int32"), axis=k), name="C")
    return te.create_prim_func([A, B, C])


def matmul_s8(M=128, N=128, K=128):
    """Signed bytes on both sides: A is offset into [0, 256), and the offset, 128 times the column sums of B, is subtracted."""
    A = te.placeholder((M, K), "int8", name="A")
    B = te.placeholder((K, N), "int8", name="B")
    k = te.reduce_axis((0, K), "k")
    r = te.reduce_axis((0, K), "r")
    U = te.compute((M, K), lambda i, j: A[i, j].astype("uint8") + tvm.tir.const(128, "uint8"), name="U")
    S = te.compute((N,), lambda j: te.sum(B[r, j].astype("int32"), axis=r), name="S")
    P = te.compute((M, N), lambda i, j: te.sum(U[i, k].astype("int32") * B[k, j].astype("int32"), axis=k), name="P")
    T = te.compute((N,), lambda j: S[j] * -128, name="T")
    C = te.compute((M, N), lambda i, j: T[j] + P[i, j], name="C")
    return te.create_prim_func([A, B, C])


def chain(M=1024, K=2048, N=1024, P=3072):
    A = te.placeholder((M, K), "float32", name="A")
    B = te.placeholder((K, N), "float32", name="B")
    E = te.placeholder((N, P), "float32", name="E")
    k = te.reduce_axis((0, K), "k")
    n = te.reduce_axis((0, N), "n")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    D = te.compute((M, N), lambda i, j: te.exp(C[i, j]), name="D")
    F = te.compute((M, P), lambda i, j: te.sum(D[i, n] * E[n, j], axis=n), name="F")
    return te.create_prim_func([A, B, E, F])
