from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((2, 16), "int32"), C: T.Buffer((2, 16), "int8"), D: T.Buffer((2, 16), "uint8"), E: T.Buffer((2, 16), "int64"), F: T.Buffer((2, 16), "uint32"), G: T.Buffer((2, 16), "uint64"), H: T.Buffer((2, 16), "int16")):
    X = T.alloc_buffer((16,))
    for i in range(16):
        X[i] = T.Select(i < 4, T.Cast("float32", i) * T.float32(40000.3), T.Select(i < 10, (T.Cast("float32", i) - T.float32(6.5)) * T.float32(3e9), T.Select(i < 14, (T.Cast("float32", i) - T.float32(11.5)) * T.float32(1.2e19), T.float32(0) / T.float32(0) * A[0])))
    for i in range(16):
        B[0, i] = T.Cast("int32", X[i])
        C[0, i] = T.Cast("int8", X[i])
        D[0, i] = T.Cast("uint8", X[i])
        E[0, i] = T.Cast("int64", X[i])
        F[0, i] = T.Cast("uint32", X[i])
        G[0, i] = T.Cast("uint64", X[i])
        H[0, i] = T.Cast("int16", T.Cast("float16", X[i]))
    for i in T.vectorized(16):
        B[1, i] = T.Cast("int32", T.Cast("float64", X[i]))
        C[1, i] = T.Cast("int8", X[i])
        D[1, i] = T.Cast("uint8", X[i])
        E[1, i] = T.Cast("int64", X[i])
        F[1, i] = T.Cast("uint32", X[i])
        G[1, i] = T.Cast("uint64", T.Cast("float64", X[i]))
        H[1, i] = T.Cast("int16", T.Cast("bfloat16", X[i]))
