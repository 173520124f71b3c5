@T.prim_func
def main(X: T.Buffer((128, 128), "float16"), Y: T.Buffer((128, 128), "float16"), bias: T.Buffer((128,), "float32"), D: T.Buffer((128, 128), "float32")):
    C = T.alloc_buffer((128, 128), "float32")
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", X[vi, vk]) * T.Cast("float32", Y[vk, vj])
    for i, j in T.grid(128, 128):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj] + bias[vj], T.float32(0))
