import tvm
from tvm import te, tir

A = te.placeholder((1, 3, 6, 6), name="A")
W = te.placeholder((3, 5, 4, 4), name="W")
D = te.compute(
    (1, 3, 11, 11),
    lambda n, c, y, x: te.if_then_else(te.all(te.indexmod(y, 2).equal(0), te.indexmod(x, 2).equal(0)), A[n, c, te.indexdiv(y, 2), te.indexdiv(x, 2)], te.const(0, "float32")),
    name="dilate",
)
P = te.compute((1, 3, 15, 15), lambda n, c, y, x: te.if_then_else(te.all(2 <= y, y < 13, 2 <= x, x < 13), D[n, c, y - 2, x - 2], 0.0), name="P")
dc = te.reduce_axis((0, 3), "dc")
dh = te.reduce_axis((0, 4), "dh")
dw = te.reduce_axis((0, 4), "dw")
C = te.compute((1, 5, 12, 12), lambda b, c, h, w: te.sum(P[b, dc, h + dh, w + dw] * W[dc, c, 3 - dh, 3 - dw], axis=[dc, dh, dw]), name="C")
f = te.create_prim_func([A, W, C])
