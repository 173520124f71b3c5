from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16, 8), scope="shared")
        for j, i in T.grid(8, 16):
            with T.block("A_shared"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(A_shared[vi, vj])
                A_shared[vi, vj] = A[vi, vj]
        for j, i in T.grid(8, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_shared[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_shared[vi, vj]
