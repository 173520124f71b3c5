# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((12, 32), "uint8"), B: T.Buffer((32, 48), "int8"), C: T.Buffer((12, 48), "int32")):
    for i, j, k in T.grid(12, 48, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])
