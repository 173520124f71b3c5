from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((40,), "float32"), C: T.Buffer((32,), "float32"), E: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((36,))
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(36, i * 4 + j)
                    T.reads(A[0:40])
                    T.writes(B[vi])
                    B[vi] = A[vi]
            for j in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    T.reads(B[vi:vi + 3], A[0:40])
                    T.writes(C[vi])
                    C[vi] = B[vi] + B[vi + 2] + A[vi]
            for j in range(4):
                with T.block("E"):
                    vi = T.axis.spatial(32, i * 4 + j)
                    T.reads(A[0:40])
                    T.writes(E[vi])
                    E[vi] = A[vi]
