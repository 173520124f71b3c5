# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((12, 32), "int8"), B: T.Buffer((16, 32), "int8"), C: T.Buffer((12, 16), "int32"), M: T.Buffer((12, 16), "bool")):
    for i, j, k in T.grid(12, 16, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vj, vk])
    for i, j in T.grid(12, 16):
        with T.block("M"):
            vi, vj = T.axis.remap("SS", [i, j])
            M[vi, vj] = C[vi, vj] % 5 > 2 or C[vi, vj] // 7 == 1
