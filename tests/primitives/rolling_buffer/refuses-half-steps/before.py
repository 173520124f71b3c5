from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((40,), "float32"), C: T.Buffer((60,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((36,))
        for i in range(36):
            with T.block("B"):
                v = T.axis.spatial(36, i)
                T.reads(A[v:v + 5])
                T.writes(B[v])
                B[v] = A[v] + A[v + 4]
        for i in range(60):
            with T.block("C"):
                v = T.axis.spatial(60, i)
                T.reads(B[v // 2:v // 2 + 6])
                T.writes(C[v])
                C[v] = B[v // 2] + B[v // 2 + 5]
