from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16,), scope="shared")
        for ax0 in range(16):
            with T.block("A_shared"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(A[v0])
                T.writes(A_shared[v0])
                A_shared[v0] = A[v0]
        for i in range(16):
            with T.block("C"):
                v = T.axis.spatial(16, i)
                T.reads(A[v])
                T.writes(C[v])
                C[v] = A[v]
        for i in range(16):
            with T.block("D"):
                v = T.axis.spatial(16, i)
                T.reads(A_shared[15 - v])
                T.writes(D[v])
                D[v] = A_shared[15 - v]
