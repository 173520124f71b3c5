@T.prim_func
def f(n: T.int32):
    T.evaluate("ÿ")
