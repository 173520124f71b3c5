from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32")):
        # with T.block("root"):
        D_shared = T.alloc_buffer((64,), scope="shared")
        for i in range(64):
            with T.block("D"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(D_shared[v])
                D_shared[v] = A[v]
        for ax0 in range(64):
            with T.block("D_shared"):
                v0 = T.axis.spatial(64, ax0)
                T.reads(D_shared[v0])
                T.writes(D[32 + v0])
                D[32 + v0] = D_shared[v0]
