import tvm
from tvm import te, tir

groups, ci, co = 4, 16, 32
A = te.placeholder((1, ci, 10, 10), name="A")
W = te.placeholder((co, ci // groups, 3, 3), name="W")
rc = te.reduce_axis((0, ci // groups), "rc")
ry = te.reduce_axis((0, 3), "ry")
rx = te.reduce_axis((0, 3), "rx")
C = te.compute(
    (1, co, 8, 8),
    lambda n, f, y, x: te.sum(A[n, f // (co // groups) * (ci // groups) + rc, y + ry, x + rx] * W[f, rc, ry, rx], axis=[rc, ry, rx]),
    name="group_conv2d",
)
f = te.create_prim_func([A, W, C])
