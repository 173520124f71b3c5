from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32")):
        # with T.block("root"):
        for i in range(32):
            with T.block("C"):
                vi = T.axis.spatial(32, i)
                T.reads(A[vi:vi + 3])
                T.writes(C[vi])
                C[vi] = A[vi] + A[vi + 1] + A[vi + 2]
