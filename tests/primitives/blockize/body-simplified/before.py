from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "int32")):
        for i, j in T.grid(4, 4):
            for k, l in T.grid(4, 4):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + k)
                    vj = T.axis.spatial(16, j * 4 + l)
                    if vi * 2 + 1 < 7 and vj % 4 < 2 and vi < 16:
                        B[vi // 4, vj % 4] = T.if_then_else(vi * 4 + vj < 33, A[vi * 2 + 1 + vi, (vj * 3) // 4], T.Cast("float32", vi * 3 + vj)) + T.float32(2)
                    for q in range(vi * 2 + 2):
                        with T.block("inner"):
                            vq = T.axis.spatial((0, vi * 2 + 2 + vi), q + vi * 2)
                            T.where(vi * 2 + q < 8)
                            C[vq, vi * 3] = vq * 2 + 3 + vi + vi
