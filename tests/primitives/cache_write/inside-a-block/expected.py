from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32")):
        # with T.block("root"):
        for i in range(4):
            with T.block("outer"):
                vo = T.axis.spatial(4, i)
                T.reads(A[vo * 16:vo * 16 + 16])
                T.writes(D[vo * 16:vo * 16 + 16])
                B = T.alloc_buffer((64,))
                B_shared = T.alloc_buffer((16,), scope="shared")
                D_local = T.alloc_buffer((16,), scope="local")
                for a in range(16):
                    with T.block("B"):
                        va = T.axis.spatial(16, a)
                        T.reads(A[vo * 16 + va])
                        T.writes(B_shared[va])
                        B_shared[va] = A[vo * 16 + va] + T.float32(1.0)
                for ax0 in range(16):
                    with T.block("B_shared"):
                        v0 = T.axis.spatial(16, ax0)
                        T.reads(B_shared[v0])
                        T.writes(B[vo * 16 + v0])
                        B[vo * 16 + v0] = B_shared[v0]
                for a in range(16):
                    with T.block("D"):
                        va = T.axis.spatial(16, a)
                        T.reads(B[vo * 16 + va])
                        T.writes(D_local[va])
                        D_local[va] = B[vo * 16 + va] * T.float32(2.0)
                for ax0 in range(16):
                    with T.block("D_local"):
                        v0 = T.axis.spatial(16, ax0)
                        T.reads(D_local[v0])
                        T.writes(D[vo * 16 + v0])
                        D[vo * 16 + v0] = D_local[v0]
