@T.prim_func
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    with T.block("B"):
        vi = T.axis.spatial(1, 0)
        B[vi] = A[vi]
