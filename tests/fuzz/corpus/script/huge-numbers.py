@T.prim_func
def f():
    T.evaluate(T.int64(-9223372036854775808))
    T.evaluate(9223372036854775807 * 2)
