import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
k = te.reduce_axis((0, 1), "k")
B = te.compute((8, 1), lambda i, u: te.sum(A[i, k], axis=k), name="B")
f = te.create_prim_func([A, B])
