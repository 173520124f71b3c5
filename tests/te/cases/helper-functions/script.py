import tvm
from tvm import te, tir

def te_matmul(A: te.Tensor, B: te.Tensor) -> te.Tensor:
    assert A.shape[1] == B.shape[0]
    n = A.shape[0]
    m = B.shape[1]
    k = te.reduce_axis((0, A.shape[1]), name="k")
    return te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="matmul")


def te_relu(A: te.Tensor) -> te.Tensor:
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


A = te.placeholder((128, 64), name="A", dtype="float32")
B = te.placeholder((64, 32), name="B", dtype="float32")
C = te_matmul(A, B)
D = te_relu(C)
te.create_prim_func([A, B, D]).show()
