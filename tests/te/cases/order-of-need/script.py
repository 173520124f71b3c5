import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: A[i, j] + 1, name="B")
C = te.compute((8, 16), lambda i, j: A[i, j] + 2, name="C")
D = te.compute((8, 16), lambda i, j: C[i, j] * B[i, j], name="D")
f = te.create_prim_func([A, D])
