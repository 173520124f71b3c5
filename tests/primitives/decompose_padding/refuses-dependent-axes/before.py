from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i, j in T.grid(28, 11):
            with T.block("block"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, i])
                T.reads(x[vi - 6, vj % 6])
                T.writes(y[vi, vj])
                y[vi, vj] = T.if_then_else(6 <= vi and vi < 22, x[vi - 6, vj % 6], T.float32(1.0))
