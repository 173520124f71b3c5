import tvm
from tvm import te, tir

A = te.placeholder((8, 16), "int8", name="A")
k = te.reduce_axis((0, 16), "k")
B = te.compute((8,), lambda i: te.sum(A[i, k].astype("int32"), axis=k), name="B")
C = te.compute((8,), lambda i: te.max(A[i, k], axis=[k]), name="C")
D = te.compute((8,), lambda i: te.min(A[i, k].astype("uint8"), axis=[k]), name="D")
f = te.create_prim_func([A, B, C, D])
