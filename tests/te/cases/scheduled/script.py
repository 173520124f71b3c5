import tvm
from tvm import te, tir

A = te.placeholder((16,), name="A")
B = te.compute((16,), lambda i: A[i] + 1, name="B")
C = te.compute((16,), lambda i: A[i] + 2, name="C")
func = te.create_prim_func([A, B])
other = te.create_prim_func([A, C])
sch = tir.Schedule(func)
sch.get_loops("B")
