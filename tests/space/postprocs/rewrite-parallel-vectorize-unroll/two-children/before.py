@T.prim_func
def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16, 32), "float32"), C: T.Buffer((16, 32), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.parallel": 16, "meta_schedule.vectorize": 64, "meta_schedule.unroll_explicit": 16})
        for i in range(16):
            for j in range(32):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]
            for j in range(32):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = B[vi, vj]
