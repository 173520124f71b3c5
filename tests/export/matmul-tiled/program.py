# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((24, 40), "float32"), B: T.Buffer((40, 64), "float32"), C: T.Buffer((24, 64), "float32")):
    for i, j, k in T.grid(24, 64, 40):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
