from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16,), "float32"), y: T.Buffer((28,), "float32")):
        # with T.block("root"):
        for i in range(26):
            with T.block("block"):
                vi = T.axis.spatial((2, 28), i + 2)
                T.reads(x[vi - 6])
                T.writes(y[vi])
                y[vi] = T.if_then_else(6 <= vi and vi < 22, x[vi - 6], T.float32(0.0))
