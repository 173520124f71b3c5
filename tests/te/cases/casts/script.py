import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda x, y: A[x, y] + x, name="B")
C = te.compute((8, 16), lambda i, j: B[i, j].astype("int8"), name="C")
f = te.create_prim_func([A, B, C])
