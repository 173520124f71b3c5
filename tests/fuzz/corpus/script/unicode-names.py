@T.prim_func
def f(α: T.Buffer((4,), "float32")):
    for і, 名 in T.grid(2, 2):
        α[і + 名] = 1.0
