from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((22,), "int32"), y: T.Buffer((28,), "int32")):
        # with T.block("root"):
        for i in range(28):
            with T.block("block_pad_const"):
                vi = T.axis.spatial(28, i)
                T.reads()
                T.writes(y[vi])
                y[vi] = 0
        for i in range(22):
            with T.block("block"):
                vi = T.axis.spatial(22, i)
                T.reads(x[vi])
                T.writes(y[vi + 6])
                y[vi + 6] = x[vi]
