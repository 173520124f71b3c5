from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i, j in T.grid(28, 11):
            with T.block("block"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(x[0:vi % 16 + 1, 0:vj % 6 + 1])
                T.writes(y[vi, vj])
                y[vi, vj] = T.if_then_else(6 <= vi and x[0, 0] < T.float32(3.0), x[vi % 16, vj % 6], T.float32(1.0))
