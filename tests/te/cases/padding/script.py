import tvm
from tvm import te, tir

A = te.placeholder((1, 3, 10, 10), name="A")
W = te.placeholder((4, 3, 3, 3), name="W")
Pad = te.compute(
    (1, 3, 12, 12),
    lambda n, c, h, w: te.if_then_else(te.all(h >= 1, h < 11, w >= 1, w - 1 < 10), A[n, c, h - 1, w - 1], te.const(0.0, "float32")),
    name="Pad",
)
rc = te.reduce_axis((0, 3), "rc")
ry = te.reduce_axis((0, 3), "ry")
rx = te.reduce_axis((0, 3), "rx")
C = te.compute(
    (1, 4, 10, 10),
    lambda n, f, y, x: te.sum(Pad[n, rc, y * 1 + ry, x * 1 + rx] * W[f, rc, ry, rx], axis=[rc, ry, rx]),
    name="C",
)
f = te.create_prim_func([A, W, C])
