# from tvm.script import tir as T

@T.prim_func
def main(
    A: T.Buffer((23,), "int8"), B: T.Buffer((23,), "uint16"), C: T.Buffer((23,), "float64"), D: T.Buffer((23,), "uint32"), n: T.int32, flag: T.bool,
    E: T.Buffer((23,), "int8"), F: T.Buffer((23,), "uint16"), G: T.Buffer((23,), "float64"), H: T.Buffer((23,), "int32"), I: T.Buffer((23,), "uint64"),
):
    for i in T.serial(23):
        with T.block("E"):
            vi = T.axis.spatial(23, i)
            E[vi] = T.max(A[vi] * T.int8(3) - T.int8(5), T.int8(-7)) // T.int8(2)
    for i in T.serial(23):
        with T.block("F"):
            vi = T.axis.spatial(23, i)
            F[vi] = T.min(B[vi] * T.uint16(40000) + T.uint16(7), T.uint16(50000))
    for i in T.serial(23):
        with T.block("G"):
            vi = T.axis.spatial(23, i)
            G[vi] = T.Select(C[vi] < T.float64(0), T.exp(C[vi]), T.sigmoid(C[vi]) / T.float64(3)) + T.Cast("float64", D[vi])
    for i in T.serial(23):
        with T.block("H"):
            vi = T.axis.spatial(23, i)
            H[vi] = T.if_then_else(flag, vi * n, vi - n) + T.Cast("int32", T.truncmod(A[vi], T.int8(4))) + T.popcount(T.Cast("int32", D[vi]))
    for i in T.serial(23):
        with T.block("I"):
            vi = T.axis.spatial(23, i)
            I[vi] = T.shift_left(T.Cast("uint64", D[vi]), T.uint64(33)) - T.uint64(1)
