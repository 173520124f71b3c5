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

sch = tvm.tir.Schedule(Module)
c = sch.get_block("C")
n = 16
sch.transform_layout(c, ("read", 1), lambda i, j: (j // n, i, j % n))
sch.transform_layout(block=c, buffer=("write", 0), index_map=lambda i, j: [i // 4, j // 4, i % 4, j % 4])
sch.transform_block_layout(c, index_map=lambda i, j, k: (i // 8, j, i % 8, *[k]))


def pack(i, j):
    io, ii = i // 32, i % 32
    return io, j, ii


sch.transform_layout("D", buffer="D", index_map=pack)
