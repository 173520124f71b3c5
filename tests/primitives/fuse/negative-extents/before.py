@T.prim_func
def main(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
    for i, j in T.grid(6, 6):
        for a in range(4 - i):
            for b in range(4 - j):
                with T.block("B"):
                    vi = T.axis.spatial(4, i + a)
                    vj = T.axis.spatial(4, j + b)
                    B[vi, vj] = A[vi, vj] + T.float32(1)
