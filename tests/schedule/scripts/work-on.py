import tvm
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32")):
        for i, j in T.grid(64, 64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)

    @T.prim_func
    def other(A: T.Buffer((32, 48), "float32"), B: T.Buffer((32, 48), "float32")):
        for i, j in T.grid(32, 48):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3)

import functools

sch = tvm.tir.Schedule(Module)


def split_last(sch, func_name, factor):
    sch.work_on(func_name)
    b = sch.get_block("B")
    loop = sch.get_loops(b)[-1]
    return sch.split(loop, factors=[None, factor])


split_by_8 = functools.partial(split_last, factor=8)
split_main = functools.partial(split_last, sch, "main")
_, inner = split_by_8(sch, "other")
sch.vectorize(inner)
outer, _ = split_main(16)
sch.unroll(outer)
sch.annotate(sch.get_block("B", func_name="other"), "seen", True)
