@T.prim_func
def main(X: T.Buffer((128, 128), "int8"), Y: T.Buffer((128, 128), "int8"), C: T.Buffer((128, 128), "int32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", X[vi, vk]) * T.Cast("int32", Y[vk, vj])
