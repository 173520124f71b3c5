import tvm
from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), D: T.Buffer((128, 128), "float32")):
        T.func_attr({"tir.noalias": True})
        C = T.alloc_buffer((128, 128), "float32")
        for i, j, k in T.grid(128, 128, 128):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(128, 128):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0))

import math


def largest_divisor(n, limit):
    """The largest divisor of n up to limit."""
    best = 1
    for d in range(1, min(n, limit) + 1):
        if n % d == 0:
            best = d
    return best


sch = tvm.tir.Schedule(Module)
c = sch.get_block("C")
i, j, k = sch.get_loops(block=c)
extent = int(sch.get(i).extent)
f = largest_divisor(extent, 24)
assert f == 16
depth = int(math.log2(extent))
assert depth == 7 and math.ceil(extent / 3) == 43 and math.gcd(extent, 48) == 16 and math.prod([2, 3]) == 6
i0, i1 = sch.split(i, factors=[extent // f, f])
j0, j1 = sch.split(j, factors=[None, 2 ** (depth - 3)])
k0, k1 = sch.split(k, factors=[math.floor(math.sqrt(extent)) - 3, None] if depth > 3 else [None, 4])
sch.reorder(i0, j0, k0, i1, k1, j1)
print(sch.get(j1).extent, sch.get(i0).loop_var.name)
