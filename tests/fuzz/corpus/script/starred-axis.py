@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.grid(8):
        with T.block("B"):
            * vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
