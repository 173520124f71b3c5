@T.prim_func
def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((), "float32")):
    for k in range(1024):
        with T.block("B"):
            vk = T.axis.reduce(1024, k)
            with T.init():
                B[()] = T.float32(0)
            B[()] = B[()] + A[vk]
