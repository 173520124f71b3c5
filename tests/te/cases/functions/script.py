import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute(
    (8, 16),
    lambda i, j: te.log(te.sqrt(te.tanh(te.sigmoid(A[i, j])))) + te.power(A[i, j], 2) + te.abs(A[i, j]) + te.floor(A[i, j]) + te.erf(A[i, j]),
    name="B",
)
C = te.compute((8, 16), lambda i, j: te.max(A[i, j], 0) + te.min(A[i, j], 1, 2) - -A[i, j] / 2, name="C")
f = te.create_prim_func([A, B, C])
