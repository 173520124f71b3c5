import tvm
from tvm import te, tir

n = te.var("n")
A = te.placeholder((n, n), name="A")
k = te.reduce_axis((0, n), "k")
B = te.compute((n,), lambda i: te.sum(A[i, k], axis=k), name="B")
f = te.create_prim_func([A, B])
