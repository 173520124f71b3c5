from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((4, 16), "int32"), C: T.Buffer((4, 16), "int8"), D: T.Buffer((4, 16), "int64"), E: T.Buffer((4, 16), "int16")):
    X = T.alloc_buffer((16,), "int32")
    Y = T.alloc_buffer((16,), "int32")
    for i in range(16):
        X[i] = T.Select(i % 4 < 2, T.min_value("int32"), T.Select(i % 4 < 3, 7, -9))
        Y[i] = T.Select(i % 3 == 0, -1, T.Select(i % 3 == 1, 3, -4))
    for i in range(16):
        B[0, i] = T.truncdiv(X[i], Y[i])
        B[1, i] = T.truncmod(X[i], Y[i])
        B[2, i] = X[i] // Y[i]
        B[3, i] = X[i] % Y[i]
    for i in T.vectorized(16):
        C[0, i] = T.truncdiv(T.Cast("int8", T.shift_right(X[i], 24)), T.Cast("int8", Y[i]))
        C[1, i] = T.truncmod(T.Cast("int8", T.shift_right(X[i], 24)), T.Cast("int8", Y[i]))
        C[2, i] = T.Cast("int8", T.shift_right(X[i], 24)) // T.Cast("int8", Y[i])
        C[3, i] = T.Cast("int8", T.shift_right(X[i], 24)) % T.Cast("int8", Y[i])
    for i in range(16):
        D[0, i] = T.truncdiv(T.shift_left(T.Cast("int64", X[i]), T.int64(32)), T.Cast("int64", Y[i]))
        D[1, i] = T.truncmod(T.shift_left(T.Cast("int64", X[i]), T.int64(32)), T.Cast("int64", Y[i]))
        D[2, i] = T.shift_left(T.Cast("int64", X[i]), T.int64(32)) // T.Cast("int64", Y[i])
        D[3, i] = T.shift_left(T.Cast("int64", X[i]), T.int64(32)) % T.Cast("int64", Y[i])
    for i in T.vectorized(16):
        E[0, i] = T.truncdiv(T.Cast("int16", T.shift_right(X[i], 16)), T.int16(-1))
        E[1, i] = T.truncmod(T.Cast("int16", T.shift_right(X[i], 16)), T.int16(-1))
        E[2, i] = T.Cast("int16", T.shift_right(X[i], 16)) // T.int16(-1)
        E[3, i] = T.Cast("int16", T.shift_right(X[i], 16)) % T.int16(-1)
