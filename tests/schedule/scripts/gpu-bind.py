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

THREADS = {"x": 16, "y": 8}
sch = tvm.tir.Schedule(Module)
d = sch.get_block("D")
i, j = sch.get_loops(d)
by, ty = sch.split(i, [None, THREADS["y"]])
bx, tx = sch.split(j, [None, THREADS["x"]])
sch.reorder(by, bx, ty, tx)
for loop, axis in [(by, "blockIdx.y"), (bx, "blockIdx.x"), (ty, "threadIdx.y"), (tx, "threadIdx.x")]:
    sch.bind(loop, axis)
c = sch.get_producers(d)[0]
sch.compute_at(c, tx, preserve_unit_loops=True)
sch.set_scope(c, 0, "local")
*_, k = sch.get_loops(c)
ko, ki = sch.split(k, factors=[None, 8])
for index in range(2):
    copy = sch.cache_read(c, index, "shared")
    sch.compute_at(copy, ko)
    loops = sch.get_loops(copy)[-2:]
    fused = sch.fuse(*loops)
    _, t = sch.split(fused, factors=[None, THREADS["x"] if index else THREADS["y"]])
    sch.bind(t, "threadIdx." + ("x" if index else "y"))
sch.decompose_reduction(c, ko)
