from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((1, 3, 10, 10), "float32"), y: T.Buffer((1, 3, 12, 12), "float32")):
        # with T.block("root"):
        for i0, i1, i2, i3 in T.grid(1, 3, 12, 12):
            with T.block("block"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(x[v0, v1, v2 - 1, v3 - 1])
                T.writes(y[v0, v1, v2, v3])
                y[v0, v1, v2, v3] = T.if_then_else(1 <= v2 and v2 < 11 and 1 <= v3 and v3 < 11, x[v0, v1, v2 - 1, v3 - 1], T.float32(0.0))
