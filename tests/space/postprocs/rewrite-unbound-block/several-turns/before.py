@T.prim_func
def main(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
