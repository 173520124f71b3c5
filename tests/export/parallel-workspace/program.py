# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((4, 100, 100), "float32"), B: T.Buffer((4, 100, 100), "float32")):
    P = T.alloc_buffer((4, 100, 100))
    for b, i, j in T.grid(4, 100, 100):
        with T.block("P"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            P[vb, vi, vj] = A[vb, vj, vi] * T.float32(2)
    for b, i, j in T.grid(4, 100, 100):
        with T.block("B"):
            vb, vi, vj = T.axis.remap("SSS", [b, i, j])
            B[vb, vi, vj] = P[vb, 99 - vi, vj] + A[vb, vi, vj]
