import tvm
from tvm import te, tir

batch, channel, h, w, k, s = 1, 8, 16, 16, 3, 1
data = te.placeholder((batch, channel, h, w), name="data", dtype="float16")
filt = te.placeholder((channel, 1, k, k), name="filter", dtype="float16")
di = te.reduce_axis((0, k), name="di")
dj = te.reduce_axis((0, k), name="dj")
B = te.compute(
    (batch, channel, h - k + 1, w - k + 1),
    lambda b, c, i, j: te.sum(
        data[b, c, i * s + di, j * s + dj].astype("float32") * filt[c, 0, di, dj].astype("float32"), axis=[di, dj]
    ),
    name="DepthwiseConv2d",
)
out = te.compute(B.shape, lambda *i: B(*i).astype("float16"), name="cast")
func = te.create_prim_func([data, filt, out])
