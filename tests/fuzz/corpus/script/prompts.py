>>> @T.prim_func
... def f(A: T.Buffer((4,), "int8")):
...     A[0] = 1
...
