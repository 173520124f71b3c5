import tvm
from tvm import te, tir

n = te.var("n")
s = te.var("s", "float32")
A = te.placeholder((n,), name="A")
B = te.compute((n,), lambda i: A[i] * s, name="B")
f = te.create_prim_func([s, A, B])
