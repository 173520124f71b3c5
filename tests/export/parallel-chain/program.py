# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((48, 32), "float32"), B: T.Buffer((32, 48), "float32"), D: T.Buffer((48, 48), "float32")):
    C = T.alloc_buffer((48, 48))
    for i, j, k in T.grid(48, 48, 32):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(48, 48):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj], T.float32(0)) + T.sigmoid(C[vi, vj])
