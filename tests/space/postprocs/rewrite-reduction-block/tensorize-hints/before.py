@T.prim_func
def main(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32"), C: T.Buffer((64, 64), "int32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.int32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
