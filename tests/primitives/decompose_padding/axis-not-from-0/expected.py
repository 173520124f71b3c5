from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16,), "float32"), y: T.Buffer((28,), "float32")):
        # with T.block("root"):
        for i in range(26):
            with T.block("block_pad_const"):
                vi = T.axis.spatial((2, 28), i + 2)
                T.reads()
                T.writes(y[vi])
                y[vi] = T.float32(0.0)
        for i in range(26):
            with T.block("block"):
                vi = T.axis.spatial(16, i - 4)
                T.where(4 <= i and i < 20)
                T.reads(x[vi])
                T.writes(y[vi + 6])
                y[vi + 6] = x[vi]
