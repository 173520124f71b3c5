import tvm
from tvm import te, tir

A = te.placeholder((8, 16), name="A")
relu6 = te.compute(A.shape, lambda *i: te.min(te.max(A(*i), 0.0), 6.0), name="relu6")
gelu = te.compute(A.shape, lambda *i: 0.5 * relu6(*i) * (1.0 + te.erf(relu6(*i) / te.sqrt(te.const(2.0, "float32")))), name="gelu")
gelu_tanh = te.compute(
    A.shape, lambda i, j: 0.5 * A[i, j] * (1 + te.tanh(0.7978845608 * (A[i, j] + 0.044715 * A[i, j] * A[i, j] * A[i, j]))), name="gelu_tanh"
)
f = te.create_prim_func([A, gelu, gelu_tanh])
