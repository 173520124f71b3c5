@T.prim_func
def main(A: T.Buffer((1, 256, 256), "float32"), D: T.Buffer((1,), "float32")):
    C = T.alloc_buffer((1,))
    for b, i, j in T.grid(1, 256, 256):
        with T.block("C"):
            vb, vi, vj = T.axis.remap("SRR", [b, i, j])
            with T.init():
                C[vb] = T.float32(0)
            C[vb] = C[vb] + A[vb, vi, vj] * A[vb, vi, vj]
    for b in range(1):
        with T.block("D"):
            vb = T.axis.remap("S", [b])
            D[vb] = T.sqrt(C[vb])
