# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((30, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((30, 16), "float32")):
    for i, j, l in T.grid(30, 16, 16):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, l])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
