import tvm
from tvm import te, tir
A=te.placeholder((16,),"int32","A")
F=te.placeholder((16,),"float32","F")
X=te.placeholder((16,),"int64","X")
k=te.reduce_axis((0,16),"k")
n=te.var("n"); m=te.var("m")
B=te.compute((16,), lambda i: te.sum(A[k]+i, axis=k), name="B")
f=te.create_prim_func([A, B], index_dtype_override="int64")
