@T.prim_func
def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.parallel": 16, "meta_schedule.vectorize": 64, "meta_schedule.unroll_explicit": 16})
        with T.block("B"):
            vi = T.axis.spatial(1, 0)
            B[vi] = A[vi]
