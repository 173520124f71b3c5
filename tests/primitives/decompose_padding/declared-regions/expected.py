from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i, j in T.grid(28, 11):
            with T.block("block_pad_const"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(y[vi, 0:11])
                y[vi, vj] = T.float32(1.0)
        for i, j in T.grid(16, 6):
            with T.block("block"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(x[0:16, 0:6])
                T.writes(y[vi + 6, 0:11])
                y[vi + 6, vj + 2] = x[vi, vj]
