@T.prim_func
def main(X: T.Buffer((128, 256), "float16"), Y: T.Buffer((64, 256), "float16"), bias: T.Buffer((64,), "float32"),
         E: T.Buffer((128, 64), "float32")):
    C = T.alloc_buffer((128, 64), "float32")
    D = T.alloc_buffer((128, 64), "float32")
    for i, j, k in T.grid(128, 64, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", X[vi, vk]) * T.Cast("float32", Y[vj, vk])
    for i, j in T.grid(128, 64):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] + bias[vj]
    for i, j in T.grid(128, 64):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = T.max(D[vi, vj], T.float32(0))
