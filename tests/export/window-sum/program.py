# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((50,), "float32"), index: T.Buffer((44,), "int32"), B: T.Buffer((44,), "float32")):
    for i, k in T.grid(44, 7):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi + vk] * T.if_then_else(vk < 3, A[index[vi]], T.float32(0.5))
