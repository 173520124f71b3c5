from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        for i in range(64):
            with T.block("C"):
                v = T.axis.spatial(64, i)
                T.reads(A[(v - 63) * -1])
                T.writes(C[v])
                T.block_attr({"of": "C"})
                C[v] = A[(v - 63) * -1] * T.float32(2.0) + T.float32(1.0)
