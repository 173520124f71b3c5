import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: A[i, j] + A[i, j] * 0.5, name="B", tag="elemwise", attrs={"x": "y", "n": 3})
f = te.create_prim_func([A, B])
