import tvm
from tvm import te, tir

def te_relu(A):
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


X1 = te.placeholder((10,), name="X1", dtype="float32")
te.create_prim_func([X1, te_relu(X1)]).show()
X2 = te.placeholder((10, 20), name="X1", dtype="float32")
te.create_prim_func([X2, te_relu(X2)]).show()
