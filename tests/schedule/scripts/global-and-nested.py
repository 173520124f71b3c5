import tvm
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 96), "float32"), E: T.Buffer((64, 96), "float32")):
        T.func_attr({"tir.noalias": True})
        B = T.alloc_buffer((64, 96), "float32")
        C = T.alloc_buffer((64, 96), "float32")
        for i, j in T.grid(64, 96):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(64, 96):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] + T.float32(1)
        for i, j in T.grid(64, 96):
            with T.block("E"):
                vi, vj = T.axis.remap("SS", [i, j])
                E[vi, vj] = T.exp(C[vi, vj])

COUNT = 0
FACTORS = (2, 4, 8)


def outer(sch):
    steps = 0

    def inner(name):
        nonlocal steps
        steps += 1
        global COUNT
        COUNT += 1
        return sch.split(sch.get_loops(name)[1], factors=[None, FACTORS[COUNT - 1]])

    result = [inner(x)[1] for x in ("B", "C", "E")]
    assert steps == 3
    return result


sch = tvm.tir.Schedule(Module)
for loop in outer(sch)[::-1]:
    sch.unroll(loop) if COUNT == 3 else None
assert COUNT == 3
