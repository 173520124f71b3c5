from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer(("n",), "float32"), y: T.Buffer((n + 12,), "float32")):
        n = T.int32()
        # with T.block("root"):
        for i in range(n + 12):
            with T.block("block"):
                vi = T.axis.spatial(n + 12, i)
                T.reads(x[vi - 6])
                T.writes(y[vi])
                y[vi] = T.if_then_else(6 <= vi and vi < n + 6, x[vi - 6], T.float32(0.0))
