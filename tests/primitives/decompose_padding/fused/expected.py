from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(x: T.Buffer((16, 6), "float32"), y: T.Buffer((28, 11), "float32")):
        # with T.block("root"):
        for i_j_fused in range(308):
            with T.block("block_pad_const"):
                vi = T.axis.spatial(28, i_j_fused // 11)
                vj = T.axis.spatial(11, i_j_fused % 11)
                T.reads()
                T.writes(y[vi, vj])
                y[vi, vj] = T.float32(1.0)
        for i_j_fused in range(308):
            with T.block("block"):
                vi = T.axis.spatial(16, i_j_fused // 11 - 6)
                vj = T.axis.spatial(6, i_j_fused % 11 - 2)
                T.where(66 <= i_j_fused and i_j_fused < 242 and 2 <= i_j_fused % 11 and i_j_fused % 11 < 8)
                T.reads(x[vi, vj])
                T.writes(y[vi + 6, vj + 2])
                y[vi + 6, vj + 2] = x[vi, vj]
