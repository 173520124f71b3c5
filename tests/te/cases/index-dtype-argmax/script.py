import tvm
from tvm import te, tir
A=te.placeholder((16,),"int32","A")
F=te.placeholder((16,),"float32","F")
X=te.placeholder((16,),"int64","X")
k=te.reduce_axis((0,16),"k")
n=te.var("n"); m=te.var("m")
def f(x,y): return tir.Select(x[1]>=y[1],x[0],y[0]),tir.Select(x[1]>=y[1],x[1],y[1])
am=te.comm_reducer(f, lambda t0,t1:(tir.const(-1,t0), te.min_value(t1)), name="argmax")
a,b=te.compute((1,), lambda i: am((k,F[k]),axis=k), name="B")
f=te.create_prim_func([F,a,b], index_dtype_override="int64")
