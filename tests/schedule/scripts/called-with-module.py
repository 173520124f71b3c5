# SPDX-License-Identifier: Apache-2.0
import tvm
from tvm.script import tir as T


@tvm.script.ir_module
class Scale:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
        T.func_attr({"global_symbol": "main", "tir.noalias": True})
        for i, j in T.grid(64, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)


def transform(mod, jfactor):
    s = tvm.tir.Schedule(mod)
    i, j = s.get_loops(s.get_block("B"))
    j_0, j_1 = s.split(j, factors=[None, jfactor])
    s.vectorize(j_1)
    return s.mod


transformed = transform(Scale, jfactor=8)
