from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(A: T.Buffer((M, N, K), "int8"), B: T.Buffer((M, 24, K), "int8"), C: T.Buffer((M, N, 24), "int32")):
    for b, i, j, k in T.grid(M, N, 24, K):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = 0
            C[vb, vi, vj] = C[vb, vi, vj] + T.Cast("int32", A[vb, vi, vk]) * T.Cast("int32", B[vb, vj, vk])
