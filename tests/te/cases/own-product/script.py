import tvm
from tvm import te, tir

prod = te.comm_reducer(lambda x, y: x * y, lambda t: tir.const(1, dtype=t), name="prod")
A = te.placeholder((8, 16), name="A")
k = te.reduce_axis((0, 16), "k")
B = te.compute((8,), lambda i: prod(A[i, k], axis=k), name="B")
f = te.create_prim_func([A, B])
