import tvm
from tvm import te, tir

n = te.var("n", "int64")
A = te.placeholder((n, n + 1), name="A")
B = te.compute((n, n + 1), lambda i, j: A[i, j] + 1.0, name="B")
C = te.compute((n * 2,), lambda i: B[i // 2, 0], name="C")
f = te.create_prim_func([A, C])
