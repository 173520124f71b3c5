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
b, c, e = map(sch.get_block, ["B", "C", "E"])
i, j = sch.get_loops(e)
i0, i1, i2 = sch.split(i, factors=[None, 4, 2])
j0, j1 = sch.split(j, factors=[3, None])
sch.reorder(i0, j0, i1, j1, i2)
sch.compute_at(c, j0)
sch.compute_at(b, j0, preserve_unit_loops=False, index=-1)
for block in (b, c):
    loops = sch.get_loops(block)
    own = loops[-2:]
    fused = sch.fuse(*own, preserve_unit_iters=False)
    sch.split(fused, factors=[8, None])
sch.enter_postproc()
sch.blockize(i2)
