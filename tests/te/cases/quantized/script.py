import tvm
from tvm import te, tir

data = te.placeholder((4, 32), dtype="int8", name="data")
w = te.placeholder((16, 32), dtype="int8", name="w")
k = te.reduce_axis((0, 32), "k")
acc = te.compute((4, 16), lambda i, j: te.sum(data[i, k].astype("int32") * w[j, k].astype("int32"), axis=k), name="acc")
q = te.compute((4, 16), lambda i, j: te.max(te.min((acc[i, j] * 7 + 64) >> 7, 127), -128).astype("int8"), name="q")
f = te.create_prim_func([data, w, q])
