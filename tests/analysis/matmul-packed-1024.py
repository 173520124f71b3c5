# The schedule that rules make of matmul-1024: traffic that test-traffic.c expects by hand.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    P = T.alloc_buffer((16, 1024, 64))
    for j_0 in T.parallel(8):
        for k_0 in range(1):
            for ax0, ax1_0 in T.grid(1024, 8):
                for ax1_1 in T.vectorized(16):
                    with T.block("P"):
                        v0 = T.axis.spatial(1024, ax0)
                        v1 = T.axis.spatial(1024, j_0 * 128 + ax1_0 * 16 + ax1_1)
                        P[v1 // 64, v0, v1 % 64] = B[v0, v1]
            for i_0, j_1, k_1 in T.grid(171, 2, 256):
                for k_2 in T.unroll(4):
                    for i_1 in T.unroll(6):
                        for j_2 in T.unroll(4):
                            for j_3 in T.vectorized(16):
                                with T.block("C"):
                                    vi = T.axis.spatial(1024, i_0 * 6 + i_1)
                                    vj = T.axis.spatial(1024, j_0 * 128 + j_1 * 64 + j_2 * 16 + j_3)
                                    vk = T.axis.reduce(1024, k_0 * 1024 + k_1 * 4 + k_2)
                                    T.where(i_0 * 6 + i_1 < 1024)
                                    with T.init():
                                        C[vi, vj] = T.float32(0)
                                    C[vi, vj] = C[vi, vj] + A[vi, vk] * P[vj // 64, vk, vj % 64]
