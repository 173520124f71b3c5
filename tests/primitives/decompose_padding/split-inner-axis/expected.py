from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i, j_0 in T.grid(28, 4):
            for j_1 in range(3):
                with T.block("block_pad_const"):
                    vi = T.axis.spatial(28, i)
                    vj = T.axis.spatial(11, j_0 * 3 + j_1)
                    T.where(j_0 * 3 + j_1 < 11)
                    T.reads()
                    T.writes(y[vi, vj])
                    y[vi, vj] = T.float32(1.0)
            for j_1 in range(3):
                with T.block("block"):
                    vi = T.axis.spatial(16, i - 6)
                    vj = T.axis.spatial(6, j_0 * 3 + j_1 - 2)
                    T.where(6 <= i and i < 22 and 2 <= j_0 * 3 + j_1 and j_0 * 3 + j_1 < 8 and j_0 * 3 + j_1 < 11)
                    T.reads(x[vi, vj])
                    T.writes(y[vi + 6, vj + 2])
                    y[vi + 6, vj + 2] = x[vi, vj]
