import tvm
from tvm import te, tir

A = te.placeholder((1, 3, 8, 8), name="A")
B = te.compute((1, 3, 16, 16), lambda n, c, y, x: A[n, c, y // 2, x // 2], name="nearest")
C = te.compute((1, 3, 20, 20), lambda n, c, y, x: A[n, c, te.min(y * 8 // 20, 7), tir.max(x * 2 // 5, 0)], name="resize")
D = te.compute((1, 3, 12, 12), lambda n, c, y, x: A[n, c, te.floordiv(y * 2, 3), te.indexdiv(x * 2, 3)], name="D")
f = te.create_prim_func([A, B, C, D])
