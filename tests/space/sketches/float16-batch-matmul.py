@T.prim_func
def main(X: T.Buffer((4, 128, 64), "float16"), Y: T.Buffer((4, 64, 128), "float16"), C: T.Buffer((4, 128, 128), "float32")):
    for b, i, j, k in T.grid(4, 128, 128, 64):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + T.Cast("float32", X[vb, vi, vk]) * T.Cast("float32", Y[vb, vk, vj])
