from tvm.script import tir as T

M, N, K = 24, 24, 24


@T.prim_func
def main(A: T.Buffer((M, K), "float32"), x: T.Buffer((K,), "float32"), y: T.Buffer((M,), "float32")):
    for i, k in T.grid(M, K):
        with T.block("y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                y[vi] = T.float32(0)
            y[vi] = y[vi] + A[vi, vk] * x[vk]
