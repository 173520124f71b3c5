from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((13,), "float32"), B: T.Buffer((11,), "float32")):
        for i in range(11):
            with T.block("C"):
                vi = T.axis.spatial(11, i)
                T.reads(A[vi:vi + 3])
                T.writes(B[vi])
                B[vi] = A[vi] + A[vi + 1] + A[vi + 2]
