# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((9, 23), "float32"), x: T.Buffer((23,), "int32"), M: T.Buffer((9, 23), "bool"), n: T.int32, B: T.Buffer((9, 23), "float32"), C: T.Buffer((9, 23), "int8"), D: T.Buffer((9, 23), "bfloat16")):
    for i, j in T.grid(9, 23):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[0:9, 0:23], x[0:23])
            T.writes(B[vi, vj])
            B[vi, vj] = T.if_then_else(0 <= x[vj] and x[vj] < 23 and A[vi, x[vj]] < T.float32(0.5), A[vi, x[vj]] + A[8 - vi, vj], T.if_then_else(vj + vi * 2 < 20, A[vi, vj + vi * 2], A[vi, 0]))
    for i, j in T.grid(9, 23):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(j < i * 3 and M[i, j])
            T.reads(A[vi, vj])
            T.writes(C[vi, 22 - vj])
            C[vi, 22 - vj] = T.Cast("int8", A[vi, vj] * T.float32(100))
    for i, j in T.grid(9, 23):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            if B[vi, vj] < A[vi, vj]:
                D[vi, vj] = T.Cast("bfloat16", A[vi, vj] * A[vi, 0])
            else:
                D[vi, vj] = T.Cast("bfloat16", B[vi, vj])
