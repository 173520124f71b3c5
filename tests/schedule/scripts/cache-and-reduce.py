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

from typing import List, Optional

Loops = List[int]


class Config:
    pass


def cached(sch, block, where, scope: str = "global", *, buffers: Optional[list] = None) -> list:
    made = []
    for b in buffers or [0]:
        block_rv = sch.cache_read(block, b, scope)
        sch.compute_at(block_rv, where)
        made.append(block_rv)
    return made


sch = tvm.tir.Schedule(Module)
C = sch.get_block(name="C", func_name="main")
i, j, k = sch.get_loops(C)
ko, ki = sch.split(k, factors=(32, None))
sch.reorder(ko, i, j, ki)
made = cached(sch, C, ko, buffers=[0, 1])
assert len(made) == 2
init = sch.decompose_reduction(C, ko)
sch.annotate(init, "names", [sch.get(b).name_hint for b in (init, C)])
names = [sch.get(b).name_hint for b in sch.get_child_blocks(sch.get_block("root"))]
assert "C_init" in names, names
