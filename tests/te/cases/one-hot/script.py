import tvm
from tvm import te, tir

idx = te.placeholder((8,), dtype="int64", name="idx")
B = te.compute((8, 10), lambda i, j: te.if_then_else(idx[i] == j, 1.0, 0.0), name="one_hot")
C = te.compute((8, 10), lambda i, j: tir.Select(idx[i].equal(j), 1, 0).astype("int32"), name="C")
f = te.create_prim_func([idx, B, C])
