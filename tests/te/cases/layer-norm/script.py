import tvm
from tvm import te, tir

M, N = 32, 64
X = te.placeholder((M, N), name="X")
gamma = te.placeholder((N,), name="gamma")
beta = te.placeholder((N,), name="beta")
k = te.reduce_axis((0, N), name="k")
s = te.compute((M,), lambda i: te.sum(X[i, k], axis=k), name="s")
mean = te.compute((M,), lambda i: s[i] / N, name="mean")
k2 = te.reduce_axis((0, N), name="k2")
var = te.compute((M,), lambda i: te.sum((X[i, k2] - mean[i]) * (X[i, k2] - mean[i]), axis=k2), name="var")
out = te.compute(
    (M, N), lambda i, j: (X[i, j] - mean[i]) * te.rsqrt(var[i] / N + 1e-5) * gamma[j] + beta[j], name="out"
)
func = te.create_prim_func([X, gamma, beta, out])
