from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32"), E: T.Buffer((128,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((128,))
        D_shared = T.alloc_buffer((128,), scope="shared")
        for io in range(4):
            for ii in range(32):
                with T.block("B"):
                    v = T.axis.spatial(128, io * 32 + ii)
                    T.reads(A[v])
                    T.writes(B[v])
                    B[v] = A[v]
            for ii in range(32):
                with T.block("D"):
                    v = T.axis.spatial(128, io * 32 + ii)
                    T.reads(B[v])
                    T.writes(D_shared[v])
                    D_shared[v] = B[v]
        for ax0 in range(128):
            with T.block("D_shared"):
                v0 = T.axis.spatial(128, ax0)
                T.reads(D_shared[v0])
                T.writes(D[v0])
                D[v0] = D_shared[v0]
        for i in range(128):
            with T.block("E"):
                v = T.axis.spatial(128, i)
                T.reads(B[127 - v], D[v])
                T.writes(E[v])
                E[v] = B[127 - v] + D[v]
