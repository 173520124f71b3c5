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

sch = tvm.tir.Schedule(Module, debug_mask="all")
names = ["B", "C", "E"]
for index, name in enumerate(names):
    block = sch.get_block(f"{name}")
    i, j = sch.get_loops(block)
    sch.annotate(block, f"stage_{index}", f"{name!r}: {index + 1} of {len(names):>2}")
    sch.annotate(i, "width", {"name": name.lower(), "list": [index, index * 0.5]})
    if index % 2 == 0:
        sch.vectorize(sch.split(j, factors=[None, 4])[-1])
    else:
        sch.unroll(sch.split(j, factors=[-1 % 3, None])[0])
