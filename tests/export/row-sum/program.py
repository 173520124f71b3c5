# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((17, 96), "float64"), S: T.Buffer((17,), "float64")):
    for i, k in T.grid(17, 96):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float64(0)
            S[vi] = S[vi] + A[vi, vk]
