import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
k = te.reduce_axis((0, 16), "k")
m = te.compute((8,), lambda i: te.max(A[i, k], axis=k), name="m")
e = te.compute((8, 16), lambda i, j: te.exp(A[i, j] - m[i]), name="e")
k2 = te.reduce_axis((0, 16), "k2")
s = te.compute((8,), lambda i: te.sum(e[i, k2], axis=k2), name="s")
o = te.compute((8, 16), lambda i, j: e[i, j] / s[i], name="o")
f = te.create_prim_func([A, o])
