# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((21, 18), "int64"), B: T.Buffer((18, 21), "int64")):
    for i, j in T.grid(18, 21):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi] * T.int64(3) - T.Cast("int64", vi)
