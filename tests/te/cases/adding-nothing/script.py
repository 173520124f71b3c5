import tvm
from tvm import te, tir

A = te.placeholder((8,), name="A")
k = te.reduce_axis((0, 4), name="k")
B = te.compute((8,), lambda i: te.sum(A[i] * 0.0, axis=k), name="B")
scaled = te.comm_reducer(lambda x, y: x * 1.0 + y * 2.0, lambda t: tir.const(0, t))
C = te.compute((8,), lambda i: scaled(te.const(0.0, "float32"), axis=k), name="C")
f = te.create_prim_func([A, B, C])
