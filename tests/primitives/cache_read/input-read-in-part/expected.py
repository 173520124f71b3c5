from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 40), "float32"), D: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        A_global = T.alloc_buffer((20, 40))
        for ax0, ax1 in T.grid(20, 40):
            with T.block("A_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_global[v0, v1])
                A_global[v0, v1] = A[v0, v1]
        for i, j in T.grid(16, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_global[vi + 3, vj * 2])
                T.writes(D[vi, vj])
                D[vi, vj] = A_global[vi + 3, vj * 2]
