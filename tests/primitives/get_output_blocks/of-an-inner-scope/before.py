from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        B = T.alloc_buffer((16, 24))
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                C = T.alloc_buffer((24,))
                for j in range(24):
                    with T.block("C"):
                        vj = T.axis.spatial(24, j)
                        C[vj] = A[vi, vj]
                for j in range(24):
                    with T.block("B"):
                        vj = T.axis.spatial(24, j)
                        B[vi, vj] = C[vj] + T.float32(1)
                for j in range(24):
                    with T.block("E"):
                        vj = T.axis.spatial(24, j)
                        E[vi, vj] = C[vj] * T.float32(2)
        for i, j in T.grid(16, 24):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = B[vi, vj]
