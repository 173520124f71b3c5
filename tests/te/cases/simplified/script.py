import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
B = te.compute((8, 16), lambda i, j: A[i % 8, (j + 16) % 16] * 1 + 0, name="B")
k = te.reduce_axis((0, 16), "k")
C = te.compute((8,), lambda i: te.sum(te.if_then_else(i > 2, A[i, (k + i - i) % 16], te.const(0, "float32")), axis=k), name="C")
D = te.compute((4,), lambda i: (i + 1) * (i + 2) - i * 3 + A[i, 0], name="D")
f = te.create_prim_func([A, B, C, D])
