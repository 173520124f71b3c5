from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        C_shared = T.alloc_buffer((8, 2), scope="shared")
        for i in range(4):
            for j in range(4):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(16, i * 4 + j)
                    T.reads(B[vi])
                    T.writes(C_shared[vi // 2, vi % 2])
                    C_shared[vi // 2, vi % 2] = B[vi]
        for i, j in T.grid(4, 4):
            with T.block("C_shared"):
                vi = T.axis.spatial(16, i * 4 + j)
                T.reads(C_shared[vi // 2, vi % 2])
                T.writes(C[vi])
                C[vi] = C_shared[vi // 2, vi % 2]
