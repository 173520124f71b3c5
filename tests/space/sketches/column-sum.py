@T.prim_func
def main(A: T.Buffer((16, 1024, 4), "float32"), S: T.Buffer((1024,), "float32")):
    for k, i, c in T.grid(16, 1024, 4):
        with T.block("S"):
            vk, vi, vc = T.axis.remap("RSR", [k, i, c])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vk, vi, vc]
