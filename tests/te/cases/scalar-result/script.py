import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
k, k2 = te.reduce_axis((0, 16), "k"), te.reduce_axis((0, 8), "k2")
S = te.compute((), lambda: te.sum(A[k2, k], axis=[k2, k]), name="S")
f = te.create_prim_func([A, S])
