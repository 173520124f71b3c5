# from tvm.script import tir as T

@T.prim_func
def main(
    A: T.Buffer((9, 24), "float16"), B: T.Buffer((24,), "bfloat16"), scale: T.float32, C: T.Buffer((9, 24), "float16"), D: T.Buffer((9, 24), "bfloat16")
):
    for i, j in T.grid(9, 24):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] * A[vi, vj] + T.exp(A[vi, vj])
    for i, j in T.grid(9, 24):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.Cast("bfloat16", T.Cast("float32", A[vi, vj]) * scale) + B[vj] * T.bfloat16(1.5)
