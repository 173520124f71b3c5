from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((16, 8, 4), "float32")):
        for i, j0, k, j1 in T.grid(16, 2, 4, 4):
            with T.block("B"):
                vk = T.axis.spatial(4, k)
                vj = T.axis.spatial(8, j0 * 4 + j1)
                vi = T.axis.spatial(16, i)
                T.reads(A[0:400])
                T.writes(B[vi, vj, vk])
                B[vi, vj, vk] = A[vj * 16 + vi + 3] + A[vi * 5 + vk]
