import tvm
from tvm import te, tir

A = te.placeholder((), name="A")
B = te.compute((), lambda: A() + 1, name="B")
f = te.create_prim_func([A, B])
