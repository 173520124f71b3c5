from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(A: T.Buffer((M, N), "float32"), B: T.Buffer((N, M), "float32"), C: T.Buffer((N, M), "float32")):
    for i, j in T.grid(N, M):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
    for i, j in T.grid(N, M):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * T.float32(2)
