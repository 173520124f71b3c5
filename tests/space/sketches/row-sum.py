@T.prim_func
def main(A: T.Buffer((64, 1024), "float32"), S: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 1024):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
