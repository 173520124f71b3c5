import tvm
from tvm import te, tir

A = te.placeholder((1, 4, 20, 20), name="A")
W = te.placeholder((8, 4, 3, 3), name="W")
d = 2
rc, ry, rx = [te.reduce_axis((0, e), n) for e, n in ((4, "rc"), (3, "ry"), (3, "rx"))]
C = te.compute((1, 8, 16, 16), lambda n, f, y, x: te.sum(A[n, rc, y + ry * d, x + rx * d] * W[f, rc, ry, rx], axis=(rc, ry, rx)), name="C")
func = te.create_prim_func([A, W, C])
