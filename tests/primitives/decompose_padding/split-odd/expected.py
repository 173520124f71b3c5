from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i_0, i_1, j in T.grid(4, 9, 11):
            with T.block("block_pad_const"):
                vi = T.axis.spatial(28, i_0 * 9 + i_1)
                vj = T.axis.spatial(11, j)
                T.where(i_0 * 9 + i_1 < 28)
                T.reads()
                T.writes(y[vi, vj])
                y[vi, vj] = T.float32(1.0)
        for i_0, i_1, j in T.grid(4, 9, 6):
            with T.block("block"):
                vi = T.axis.spatial(16, i_0 * 9 + i_1 - 6)
                vj = T.axis.spatial(6, j)
                T.where(6 <= i_0 * 9 + i_1 and i_0 * 9 + i_1 < 22 and i_0 * 9 + i_1 < 28)
                T.reads(x[vi, vj])
                T.writes(y[vi + 6, vj + 2])
                y[vi + 6, vj + 2] = x[vi, vj]
