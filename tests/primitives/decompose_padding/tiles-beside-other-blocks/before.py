from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((12,), "float32"), y: T.Buffer((12,), "float32")):
        # with T.block("root"):
        pad = T.alloc_buffer((14,))
        for i in range(14):
            with T.block("pad"):
                vi = T.axis.spatial(14, i)
                T.reads(x[vi - 1])
                T.writes(pad[vi])
                pad[vi] = T.if_then_else(1 <= vi and vi < 13, x[vi - 1], T.float32(0.0))
        for i in range(12):
            with T.block("y"):
                vi = T.axis.spatial(12, i)
                T.reads(pad[vi:vi + 3])
                T.writes(y[vi])
                y[vi] = pad[vi] + pad[vi + 2]
