# from tvm.script import tir as T

@T.prim_func
def main(A: T.Buffer((37,), "float32"), B: T.Buffer((37,), "uint8"), C: T.Buffer((37,), "float32"), D: T.Buffer((37,), "int16")):
    for i in T.serial(37):
        with T.block("C"):
            vi = T.axis.spatial(37, i)
            C[vi] = T.Select(A[vi] > T.float32(0.25) and B[vi] != T.uint8(3), T.sqrt(A[vi]), T.tanh(A[vi]) * T.erf(A[vi]) + T.fabs(A[vi]))
    for i in T.serial(37):
        with T.block("D"):
            vi = T.axis.spatial(37, i)
            D[vi] = T.Cast("int16", T.floor(A[vi] * T.float32(100))) - T.Cast("int16", T.bitwise_and(B[vi], T.uint8(6)))
