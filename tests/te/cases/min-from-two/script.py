import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
k = te.reduce_axis((2, 16), "k")
B = te.compute((8,), lambda i: te.min(A[i, k], axis=k), name="S")
C = te.compute((8,), lambda i: te.max(A[i, k], axis=[k]), name="S")
f = te.create_prim_func([A, B, C])
