import tvm
from tvm import te, tir

n = te.var("n")
m = te.var("m")
A = te.placeholder((n, m))
B = te.compute((n, m), lambda i, j: A[i, j] * 2 + 1)
C = te.compute((n, m), lambda i, j: te.exp(B[i, j]))
f = te.create_prim_func([A, C])
