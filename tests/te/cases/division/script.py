import tvm
from tvm import te

A = te.placeholder((8,), name="A", dtype="int32")
F = te.placeholder((8,), name="F")
B = te.compute((8,), lambda i: te.div(A[i] - 5, 3), name="B")
C = te.compute((8,), lambda i: te.div(F[i], 3), name="C")
k = te.reduce_axis((0, te.div(9, 2)), name="k")
D = te.compute((8,), lambda i: te.sum(F[i] * k.astype("float32"), axis=k), name="D")
f = te.create_prim_func([A, F, B, C, D])
