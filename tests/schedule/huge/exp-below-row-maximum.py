from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(A: T.Buffer((M, N), "float32"), B: T.Buffer((M, N), "float32")):
    L = T.alloc_buffer((M,), "float32")
    for i, k in T.grid(M, N):
        with T.block("L"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                L[vi] = T.min_value("float32")
            L[vi] = T.max(L[vi], A[vi, vk])
    for i, j in T.grid(M, N):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.exp(A[vi, vj] - L[vi])
