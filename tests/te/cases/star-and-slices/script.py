import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda x, *rest: A[x][rest[0]] + 1, name="B")
f = te.create_prim_func([A, B])
