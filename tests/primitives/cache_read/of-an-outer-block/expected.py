from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((64,), scope="shared")
        for ax0 in range(64):
            with T.block("A_shared"):
                v0 = T.axis.spatial(64, ax0)
                T.reads(A[v0])
                T.writes(A_shared[v0])
                A_shared[v0] = A[v0]
        for i in range(4):
            with T.block("outer"):
                vo = T.axis.spatial(4, i)
                T.reads(A_shared[vo * 16:vo * 16 + 16])
                T.writes(D[vo * 16:vo * 16 + 16])
                B = T.alloc_buffer((64,))
                for a in range(16):
                    with T.block("B"):
                        va = T.axis.spatial(16, a)
                        T.reads(A_shared[vo * 16 + va])
                        T.writes(B[vo * 16 + va])
                        B[vo * 16 + va] = A_shared[vo * 16 + va] + T.float32(1.0)
                for a in range(16):
                    with T.block("D"):
                        va = T.axis.spatial(16, a)
                        T.reads(B[vo * 16 + va])
                        T.writes(D[vo * 16 + va])
                        D[vo * 16 + va] = B[vo * 16 + va] * T.float32(2.0)
