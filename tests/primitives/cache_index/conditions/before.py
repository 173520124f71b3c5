from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("B"):
                vi = T.axis.spatial(16, i)
                B[vi] = T.Select(vi < 3, A[vi * 2], A[vi * 2 + 1]) + A[T.if_then_else(vi < 4, vi + 10, vi * 3)] + T.if_then_else(vi >= 2 and vi < 14, A[vi - 2], T.float32(0))
