from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(4):
            for j in range(4):
                with T.block("B"):
                    v = T.axis.spatial(16, i * 4 + j)
                    T.reads(A[v])
                    T.writes(B[v])
                    B[v] = A[v]
            for j in range(4):
                with T.block("C"):
                    v = T.axis.spatial(16, i * 4 + j)
                    T.reads(B[v])
                    T.writes(C[v])
                    C[v] = B[v]
        for i in range(16):
            with T.block("D"):
                v = T.axis.spatial(16, i)
                T.reads(B[v])
                T.writes(D[v])
                D[v] = B[v]
