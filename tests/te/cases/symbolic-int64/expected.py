# from tvm.script import tir as T

@T.prim_func
def main(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n, n + T.int64(1)))
    C = T.match_buffer(c, (n * T.int64(2),))
    B = T.alloc_buffer((n, n + T.int64(1)))
    for i, j in T.grid(n, n + T.int64(1)):
        with T.block("B"):
            v_i = T.axis.spatial(n, i)
            v_j = T.axis.spatial(n + T.int64(1), j)
            B[v_i, v_j] = A[v_i, v_j] + T.float32(1.0)
    for i in range(n * T.int64(2)):
        with T.block("C"):
            v_i = T.axis.spatial(n * T.int64(2), i)
            C[v_i] = B[v_i // T.int64(2), 0]
