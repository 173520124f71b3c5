from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((8,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((128,))
        B_shared = T.alloc_buffer((64,), scope="shared")
        for i in range(64):
            with T.block("B"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(B[v + 32])
                B[v + 32] = A[v]
        for ax0 in range(64):
            with T.block("B_shared"):
                v0 = T.axis.spatial(64, ax0)
                T.reads(B[32 + v0])
                T.writes(B_shared[v0])
                B_shared[v0] = B[32 + v0]
        for i in range(8):
            with T.block("D"):
                v = T.axis.spatial(8, i)
                T.reads(B_shared[v + 8])
                T.writes(D[v])
                D[v] = B_shared[v + 8]
