# Programs of kernels for GPUs that are written up, where the other files have none: `tileloom-bench gpu-static` predicts their times.
import tvm
from tvm import te


def row_sums(M=4096, N=4096):
    A = te.placeholder((M, N), "float32", name="A")
    k = te.reduce_axis((0, N), "k")
    B = te.compute((M,), lambda i: te.sum(A[i, k], axis=k), name="B")
    return te.create_prim_func([A, B])
