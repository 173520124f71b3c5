@T.prim_func
def f(A: T.Buffer((4,), "float32"), n: T.int32):
    if n > 2:
        x = n
        A[x] = 1.0
    with T.LetStmt(n) as x:
        y: T.int32 = x
        A[y] = 2.0
    A[n] = 3.0
