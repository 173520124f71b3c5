from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((12, 12), "float32")):
        # with T.block("root"):
        for i0, j0, i1, j1 in T.grid(4, 4, 4, 4):
            with T.block("B"):
                vi = T.axis.spatial(16, i0 * 4 + i1)
                vj = T.axis.spatial(16, j0 * 4 + j1)
                T.where(i0 * 4 + i1 < 12 and j0 * 4 + j1 < 12)
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)
