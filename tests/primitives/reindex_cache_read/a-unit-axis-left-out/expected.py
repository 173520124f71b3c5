from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 16), "float32"), C: T.Buffer((1, 16), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16,), scope="shared")
        for j in range(16):
            with T.block("A_shared"):
                vj = T.axis.spatial(16, j)
                T.reads(A[0, vj])
                T.writes(A_shared[vj])
                A_shared[vj] = A[0, vj]
        for i, j in T.grid(1, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A_shared[vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A_shared[vj]
