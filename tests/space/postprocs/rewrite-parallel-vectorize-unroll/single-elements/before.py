@T.prim_func
def main(A: T.Buffer((1, 1), "float32"), B: T.Buffer((1, 1), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.parallel": 16, "meta_schedule.vectorize": 64, "meta_schedule.unroll_explicit": 16})
        for i, j in T.grid(1, 1):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
