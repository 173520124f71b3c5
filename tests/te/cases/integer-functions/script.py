import tvm
from tvm import te, tir

A = te.placeholder((8,), "int32", name="A")
B = te.compute((8,), lambda i: te.max(te.abs(A[i]), i) - te.truncdiv(A[i], 3) * te.floormod(A[i], 5), name="B")
f = te.create_prim_func([A, B])
