import tvm
from tvm import te, tir

val = te.placeholder((8, 16), name="val")
P, Q = te.compute((8, 16), lambda i, j: (val[i, j] + 1, val[i, j] * 2), name="PQ")
f = te.create_prim_func([val, P, Q])
