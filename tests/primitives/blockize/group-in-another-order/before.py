from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((15, 16), "float32")):
        for i in range(4):
            for ii, j in T.grid(4, 16):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + ii)
                    vj = T.axis.spatial(16, j)
                    B[vi, vj] = A[vi, vj] * T.float32(2)
            for ii, j in T.grid(4, 16):
                with T.block("C"):
                    vi = T.axis.spatial(16, i * 4 + ii)
                    vj = T.axis.spatial(16, j)
                    C[vi, vj] = A[vi, vj] + T.float32(1)
        for i, j in T.grid(15, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = B[vi + 1, vj]
