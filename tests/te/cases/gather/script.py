import tvm
from tvm import te, tir

A = te.placeholder((8,), "int32", name="A")
I = te.compute((8,), lambda i: A[i] + 1, name="I")
V = te.compute((8,), lambda i: A[i] * 2, name="V")
B = te.compute((8,), lambda i: V[I[i] % 8], name="B")
f = te.create_prim_func([A, B])
