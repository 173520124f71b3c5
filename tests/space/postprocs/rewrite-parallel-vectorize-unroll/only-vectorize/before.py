@T.prim_func
def main(A: T.Buffer((128, 32), "float32"), B: T.Buffer((128, 32), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.vectorize": 64})
        for i, j in T.grid(128, 32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
