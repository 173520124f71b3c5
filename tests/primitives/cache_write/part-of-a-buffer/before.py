from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32")):
        # with T.block("root"):
        for i in range(64):
            with T.block("D"):
                v = T.axis.spatial(64, i)
                T.reads(A[v])
                T.writes(D[v + 32])
                D[v + 32] = A[v]
