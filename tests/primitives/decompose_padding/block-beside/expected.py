from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 3), "float32"), y: T.Buffer((28, 3), "float32"), z: T.Buffer((28,), "float32")):
        # with T.block("root"):
        for i in range(28):
            for j in range(3):
                with T.block("block_pad_const"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads()
                    T.writes(y[vi, vj])
                    y[vi, vj] = T.float32(0.0)
            for j in range(3):
                with T.block("block"):
                    vi = T.axis.spatial(16, i - 6)
                    vj = T.axis.spatial(3, j)
                    T.where(6 <= i and i < 22)
                    T.reads(x[vi, vj])
                    T.writes(y[vi + 6, vj])
                    y[vi + 6, vj] = x[vi, vj]
            with T.block("z"):
                vi = T.axis.spatial(28, i)
                T.reads(y[vi, 0])
                T.writes(z[vi])
                z[vi] = y[vi, 0]
