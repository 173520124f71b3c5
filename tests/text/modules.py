# SPDX-License-Identifier: Apache-2.0
# Modules in forms that test-script.c compares, each by its heading.


# --- symbols, newest dialect ---
n = TypeVar("n")
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def f(X: T.Buffer((16, "n"), "float32"), Y: T.Buffer(("k",), "float32")):
        n = T.int32()
        X[0, n - 1] = Y[0]
    @T.prim_func(s_tir=True)
    def g(X: T.Buffer((1, n), "float32")):
        for i in range(n):
            X[0, i] = 1.0
    @T.prim_func(s_tir=True)
    def h(X: T.Buffer(("m * 4 + 1", 16), "float32"), Y: T.Buffer((m * 4,), "float32")):
        m = T.int32()
        X[m, 0] = Y[m]


# --- symbols, classic dialect ---
@I.ir_module
class Module:
    @T.prim_func
    def f(x: T.handle, y: T.handle):
        n, k = T.int32(), T.int64()
        X = T.match_buffer(x, (16, n))
        Y = T.match_buffer(y, (k,))
        X[0, n - 1] = Y[0]
    @T.prim_func
    def g(x: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (1, n))
        for i in range(n):
            X[0, i] = 1.0
    @T.prim_func
    def h(x: T.handle, y: T.handle):
        m = T.int32()
        X = T.match_buffer(x, (m * 4 + 1, 16))
        Y = T.match_buffer(y, (m * 4,))
        X[m, 0] = Y[m]


# --- all that a module may hold ---
M, N = 16, 2 * 4
dtype = "float16"
something = f(M)
@I.ir_module
class Two:
    I.module_attrs({"a": 1})
    @T.prim_func(private=True)
    def one(A: T.Buffer((M, N), dtype)):
        """What it does."""
        A[0, 0] = 1.0
    @R.function
    def graph(x: R.Tensor((1, 2), "float32")):
        return x
    library = R.ExternFunc("cblas.sgemm")
    @T.prim_func
    def two(A: T.Buffer((M,), dtype)):
        ...
