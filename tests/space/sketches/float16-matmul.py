@T.prim_func
def main(X: T.Buffer((256, 128), "float16"), Y: T.Buffer((128, 192), "float16"), C: T.Buffer((256, 192), "float16")):
    for i, j, k in T.grid(256, 192, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float16(0)
            C[vi, vj] = C[vi, vj] + X[vi, vk] * Y[vk, vj]
