from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 4), "float32"), y: T.Buffer((28, 4), "float32")):
        # with T.block("root"):
        for i in range(28):
            with T.block("block"):
                vi = T.axis.spatial(28, i)
                T.reads(x[vi - 6, 0:4])
                T.writes(y[vi, 0:4])
                for q in range(4):
                    y[vi, q] = T.if_then_else(6 <= vi and vi < 22, x[vi - 6, q], T.float32(0.0))
