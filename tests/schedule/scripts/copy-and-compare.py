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

base = tvm.tir.Schedule(Module)
alternatives = []
for factor in (4, 8, 32):
    sch = base.copy()
    loops = sch.get_loops(sch.get_block("D"))
    inner = sch.split(loops[1], factors=[None, factor])[1]
    sch.vectorize(inner)
    alternatives.append((abs(factor - 10), factor, sch))
best = min(alternatives, key=lambda x: x[0])
_, factor, sch = sorted(alternatives, key=lambda x: (x[0], x[1]))[0]
assert factor == best[1] == 8
tvm.ir.assert_structural_equal(base.mod, Module)
sch.unroll(sch.get_loops("D")[-2])
