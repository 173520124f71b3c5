from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((T.int64(16),), "float32"), y: T.Buffer((T.int64(28),), "float32")):
        # with T.block("root"):
        for i in range(T.int64(28)):
            with T.block("block"):
                vi = T.axis.spatial(T.int64(28), i)
                T.reads(x[vi - T.int64(6)])
                T.writes(y[vi])
                y[vi] = T.if_then_else(T.int64(6) <= vi and vi < T.int64(22), x[vi - T.int64(6)], T.float32(0.0))
