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
inlined = []
for name in ["B", "C", "E"]:
    try:
        sch.compute_inline(sch.get_block(name))
        inlined.append(name)
    except tvm.tir.ScheduleError as error:
        print("not inlined", name, error)
assert inlined == ["B", "C"]
sch.parallel(sch.get_loops("E")[0])
