import tvm
from tvm import te, tir

def fcombine(x, y):
    lhs = tir.Select(x[1] >= y[1], x[0], y[0])
    rhs = tir.Select(x[1] >= y[1], x[1], y[1])
    return lhs, rhs


def fidentity(t0, t1):
    return tir.const(-1, t0), te.min_value(t1)


argmax = te.comm_reducer(fcombine, fidentity, name="argmax")
m, n = 8, 16
idx = te.placeholder((m, n), name="idx", dtype="int32")
val = te.placeholder((m, n), name="val", dtype="float32")
k = te.reduce_axis((0, n), "k")
T0, T1 = te.compute((m,), lambda i: argmax((idx[i, k], val[i, k]), axis=k), name="T")
f = te.create_prim_func([idx, val, T0, T1])
