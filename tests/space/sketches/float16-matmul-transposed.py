@T.prim_func
def main(X: T.Buffer((128, 64), "float16"), Y: T.Buffer((128, 128), "float16"), C: T.Buffer((128, 64), "float32")):
    for j, i, k in T.grid(128, 64, 128):
        with T.block("C"):
            vj, vi, vk = T.axis.remap("SSR", [j, i, k])
            with T.init():
                C[vj, vi] = T.float32(0)
            C[vj, vi] = C[vj, vi] + T.Cast("float32", X[vk, vi]) * T.Cast("float32", Y[vj, vk])
