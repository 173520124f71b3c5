@T.prim_func
def main(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((64,), "float32")):
    with T.block("root"):
        T.block_attr({"meta_schedule.parallel": 16, "meta_schedule.vectorize": 16, "meta_schedule.unroll_explicit": 64})
        for i, j in T.grid(64, 32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                vk = T.axis.reduce(1, 0)
                with T.init():
                    B[vi, vj] = T.float32(0)
                B[vi, vj] = B[vi, vj] + A[vi, vj]
        for i in range(64):
            with T.block("C"):
                vi = T.axis.spatial(64, i)
                vk = T.axis.reduce(1, 0)
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, 0]
