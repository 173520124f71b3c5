@T.prim_func
def main(A: T.Buffer((1024, 1024), "float16"), B: T.Buffer((1024, 1024), "float16")):
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float16(2)
