import tvm
from tvm import te, tir

B = te.compute((8, 16), lambda i, j: te.const(3) + i * 0 + 1.5, name="B")
f = te.create_prim_func([B])
