import tvm
from tvm import te, tir

A = te.placeholder((8, 16), "float16", name="A")
B = te.compute((8, 16), lambda i, j: tir.Select(A[i, j] > 0, A[i, j], tir.const(0, "float16")), name="B")
f = te.create_prim_func([A, B])
