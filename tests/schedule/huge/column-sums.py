from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(A: T.Buffer((M, N), "float32"), S: T.Buffer((N,), "float32")):
    P = T.alloc_buffer((M, N), "float32")
    for i, j in T.grid(M, N):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            P[vi, vj] = T.max(A[vi, vj] + T.float32(1), T.float32(0))
    for j, k in T.grid(N, M):
        with T.block("S"):
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                S[vj] = T.float32(0)
            S[vj] = S[vj] + P[vk, vj]
