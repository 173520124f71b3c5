import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: tir.Select(tir.all(i > 0, j > 0), A[i - 1, j - 1], A[i, j]), name="B")
C = te.compute((8, 16), lambda i, j: tir.Select(i == j, tir.const(1.0, "float32"), tir.const(0.0, "float32")), name="eye")
D = te.compute((8, 16), lambda i, j: te.if_then_else(tir.any(i == 0, tir.Not(j == 0)), B[i, j], C[i, j]), name="D")
f = te.create_prim_func([A, D])
