import tvm
from tvm import te, tir

n = te.var("n")
A = te.placeholder((n,), name="A")
B = te.compute(((n + 15) // 16 * 16,), lambda i: te.if_then_else(i < n, A[i], 0.0), name="B")
C = te.compute(((n + 15) // 16, 16), lambda i, j: B[i * 16 + j], name="C")
f = te.create_prim_func([A, C])
