@T.prim_func
def main(X: T.Buffer((127, 120), "float16"), Y: T.Buffer((120, 64), "float16"), C: T.Buffer((127, 64), "float32")):
    for i, j, k in T.grid(127, 64, 120):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", X[vi, vk]) * T.Cast("float32", Y[vk, vj])
