@T.prim_func
def f(T: T.Buffer((4,), "float32"), I: T.Buffer((4,), "float32")):
    for range in range(4):
        I[range] = 1.0
