from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi]
        for i in range(4):
            for j in range(4):
                with T.block("X"):
                    v = T.axis.spatial(16, i * 4 + j)
                    T.reads(A[v])
                    T.writes(E[v])
                    E[v] = A[v]
            for j in range(4):
                with T.block("D"):
                    v = T.axis.spatial(16, i * 4 + j)
                    T.reads(B[v])
                    T.writes(D[v])
                    D[v] = B[v]
