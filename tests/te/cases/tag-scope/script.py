import tvm
from tvm import te, tir

A = te.placeholder((8, 8), name="A")
with te.tag_scope(tag="conv"):
    B = te.compute((8, 8), lambda i, j: A[i, j] * 2, name="B")
f = te.create_prim_func([A, B])
