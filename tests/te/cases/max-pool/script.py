import tvm
from tvm import te, tir

N, C, H, W, K, S, P = 1, 2, 13, 13, 3, 2, 1
O = (H + 2 * P - K) // S + 1
A = te.placeholder((N, C, H, W), name="A")
pad = te.compute(
    (N, C, H + 2 * P, W + 2 * P),
    lambda n, c, h, w: te.if_then_else(te.any(h < P, h >= H + P, w < P, w >= W + P), te.min_value("float32"), A[n, c, h - P, w - P]),
    name="pad",
)
kh = te.reduce_axis((0, K), "kh")
kw = te.reduce_axis((0, K), "kw")
pool = te.compute((N, C, O, O), lambda n, c, h, w: te.max(pad[n, c, h * S + kh, w * S + kw], axis=[kh, kw]), name="pool")
f = te.create_prim_func([A, pool])
