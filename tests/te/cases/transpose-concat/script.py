import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.placeholder((4, 16), name="B")
T = te.compute((16, 8), lambda i, j: A[j, i], name="T")
C = te.compute((12, 16), lambda i, j: te.if_then_else(i < 8, A[i, j], B[i - 8, j]), name="concat")
D = te.compute((8, 2, 8), lambda i, j, k: C[i, j * 8 + k], name="split")
f = te.create_prim_func([A, B, T, D])
