import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda x, y: A[x, y] + 1, name="A")
C = te.compute((8, 16), lambda x, y: B[x, y] + 1, name="A")
f = te.create_prim_func([A, C])
