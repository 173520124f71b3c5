from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((400,), "float32"), B: T.Buffer((64, 8), "float32")):
        for i, j in T.grid(64, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[0:400])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi // 4 * 8 + vj] + A[vi // 4 * 8 + 100] * A[vi // 4 + vj % 2] + A[vi // 4 * 8 + vj] + A[vj % 2 + 1]
