@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), out: T.Buffer((64, 64), "float32")):
    half = T.alloc_buffer(())
    scaled = T.alloc_buffer((64, 64))
    ones = T.alloc_buffer((64, 64))
    product = T.alloc_buffer((64, 64))
    with T.block("half"):
        vi = T.axis.spatial(1, T.int32(0))
        half[()] = T.float32(0.5)
    for i, j in T.grid(64, 64):
        with T.block("scaled"):
            vi, vj = T.axis.remap("SS", [i, j])
            scaled[vi, vj] = A[vi, vj] * half[()]
    for i, j in T.grid(64, 64):
        with T.block("ones"):
            vi, vj = T.axis.remap("SS", [i, j])
            ones[vi, vj] = T.exp(T.Cast("float32", vi))
    for i, j, k in T.grid(64, 64, 64):
        with T.block("product"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                product[vi, vj] = T.float32(0)
            product[vi, vj] = product[vi, vj] + scaled[vi, vk] * B[vk, vj]
    for i, j in T.grid(64, 64):
        with T.block("out"):
            vi, vj = T.axis.remap("SS", [i, j])
            out[vi, vj] = product[vi, vj] + ones[vi, vj]
