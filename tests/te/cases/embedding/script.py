import tvm
from tvm import te, tir

table = te.placeholder((100, 16), name="table")
idx = te.placeholder((8,), dtype="int32", name="idx")
B = te.compute((8, 16), lambda i, j: table[idx[i], j], name="take")
f = te.create_prim_func([table, idx, B])
