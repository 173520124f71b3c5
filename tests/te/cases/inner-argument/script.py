import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: A[i, j] + 1, name="B")
C = te.compute((8, 16), lambda i, j: B[i, j] + 1, name="C")
f = te.create_prim_func([C, A, B])
