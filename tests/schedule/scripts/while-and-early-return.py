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

sch = tvm.tir.Schedule(Module)


def halve(loop, n=0):
    extent = sch.get(loop).extent
    if extent % 2 != 0 or n >= 3:
        return n
    outer, _ = sch.split(loop, factors=[None, 2])
    return halve(outer, n + 1)


def count_down(block):
    loops = sch.get_loops(block)
    while len(loops) > 1:
        loops = [sch.fuse(*loops[:2]), *loops[2:]]
    return loops[0]


n = halve(sch.get_loops("B")[1])
assert n == 3
fused = count_down("C")
sch.parallel(fused)
x = 0
while True:
    x += 1
    if x < 3:
        continue
    break
sch.split(sch.get_loops("E")[0], factors=[x + 1, None])
