import tvm
from tvm import te, tir

A = te.placeholder((4, 4), name="A")
B = te.compute((16,), lambda i: A[i // 4, i % 4], name="B")
f = te.create_prim_func([A, B])
