import tvm
from tvm import te, tir

N, C, H, W, K, S, P = 1, 2, 12, 12, 2, 2, 0
A = te.placeholder((N, C, H, W), name="A")
kh = te.reduce_axis((0, K), "kh")
kw = te.reduce_axis((0, K), "kw")
s = te.compute((N, C, H // S, W // S), lambda n, c, h, w: te.sum(A[n, c, h * S + kh, w * S + kw], axis=[kh, kw]), name="pool_sum")
avg = te.compute(s.shape, lambda n, c, h, w: s[n, c, h, w] / te.const(K * K, "float32"), name="pool_avg")
f = te.create_prim_func([A, avg])
