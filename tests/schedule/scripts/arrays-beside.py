# SPDX-License-Identifier: Apache-2.0
import numpy as np
import tvm
from tvm.script import tir as T


def code2html(code):
    import pygments
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import Python3Lexer
    formatter = HtmlFormatter()
    html = pygments.highlight(code, Python3Lexer(), formatter)
    return "%s\n" % (formatter.get_style_defs(".highlight"), html) if False else html


@tvm.script.ir_module
class Add:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j in T.grid(64, 64):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + B[vi, vj]


def numpy_add(a: np.ndarray, b: np.ndarray, c: np.ndarray):
    for i in range(64):
        for j in range(64):
            c[i, j] = a[i, j] + b[i, j]


a = np.ones((64, 64), dtype="float32")
c = np.empty((64, 64), dtype="float32")
for i in range(4):
    c[i, 0] = 1.0
    c[i, 1:3] = a[i, 1:3]
c[0] = a[0]
c[:] += a @ a.T
numpy_add(a, a, c)
np.testing.assert_allclose(c, a + a)

sch = tvm.tir.Schedule(Add)
i, j = sch.get_loops(sch.get_block("C"))
factors = sch.sample_perfect_tile(loop=j, n=2, max_innermost_factor=16, decision=[8, 8])
type(factors[0])
assert type(len([i, j])) == int and type("x") is str and type([i]) == list and type((i, j)) != list
if type(a) == list:
    sch.parallel(i)
outer, inner = sch.split(j, factors=factors)
sch.vectorize(inner)
