@T.prim_func
def f(n: T.int32):
    T.evaluate(T.FloorDiv(1, 0) + T.FloorMod(T.int32(3), T.int32(0)) + n // 0 + T.truncmod(n, 0))
