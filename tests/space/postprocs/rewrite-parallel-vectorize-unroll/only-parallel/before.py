@T.prim_func
def main(A: T.Buffer((128, 100), "float32"), B: T.Buffer((128, 100), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.parallel": 16})
        for i, j in T.grid(128, 100):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
