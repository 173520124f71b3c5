import tvm
from tvm import te, tir

def fcombine(x, y):
    return x[0] + y[0], x[1] + y[1]


s = te.comm_reducer(fcombine, lambda t0, t1: (tir.const(0, t0), tir.const(0, t1)), name="sums")
A = te.placeholder((8, 16), name="A")
k = te.reduce_axis((0, 16), "k")
S, Q = te.compute((8,), lambda i: s((A[i, k], A[i, k] * A[i, k]), axis=k), name="S")
mean = te.compute((8,), lambda i: S[i] / 16, name="mean")
var = te.compute((8,), lambda i: Q[i] / 16 - mean[i] * mean[i], name="variance")
f = te.create_prim_func([A, mean, var])
