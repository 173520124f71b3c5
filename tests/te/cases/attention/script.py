import tvm
from tvm import te, tir

B, H, S, D = 1, 2, 8, 4
q = te.placeholder((B, H, S, D), name="q")
kk = te.placeholder((B, H, S, D), name="kk")
v = te.placeholder((B, H, S, D), name="v")
d = te.reduce_axis((0, D), "d")
score = te.compute((B, H, S, S), lambda b, h, i, j: te.sum(q[b, h, i, d] * kk[b, h, j, d], axis=d), name="score")
masked = te.compute((B, H, S, S), lambda b, h, i, j: tir.if_then_else(j <= i, score[b, h, i, j] * 0.5, te.min_value("float32")), name="masked")
t = te.reduce_axis((0, S), "t")
mx = te.compute((B, H, S), lambda b, h, i: te.max(masked[b, h, i, t], axis=t), name="mx")
ex = te.compute((B, H, S, S), lambda b, h, i, j: te.exp(masked[b, h, i, j] - mx[b, h, i]), name="ex")
t2 = te.reduce_axis((0, S), "t2")
sm = te.compute((B, H, S), lambda b, h, i: te.sum(ex[b, h, i, t2], axis=t2), name="sm")
t3 = te.reduce_axis((0, S), "t3")
o = te.compute((B, H, S, D), lambda b, h, i, d: te.sum(ex[b, h, i, t3] / sm[b, h, i] * v[b, h, t3, d], axis=t3), name="o")
f = te.create_prim_func([q, kk, v, o])
