from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 8), "float32"), C: T.Buffer((4, 8), "float32")):
        # with T.block("root"):
        for i, j in T.grid(8, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(3 < i)
                T.reads(A[vi, vj])
                T.writes(C[(vi - 7) * -1, vj])
                C[(vi - 7) * -1, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)
