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

TILE = 16
VECTOR = 8


def tile(sch, block, i, j, factor=TILE, *, inner=VECTOR):
    i0, i1 = sch.split(i, factors=[None, factor])
    j0, j1 = sch.split(j, [None, inner])
    sch.reorder(i0, j0, i1, j1)
    return [i0, j0, i1, j1]


sch = tvm.tir.Schedule(Module)
d = sch.get_block("D")
*outer, inner = tile(sch, d, *sch.get_loops(d))
sch.parallel(outer[0])
sch.vectorize(inner)
sch.mod.show()
sch.trace.show()
sch.mod["main"].show()
