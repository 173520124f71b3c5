# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i_0_i_1_j_0_fused, j_1 in T.grid(20, 24):
            with T.block("D"):
                vi = T.axis.spatial(16, i_0_i_1_j_0_fused)
                vj = T.axis.spatial(24, j_1)
                T.where(i_0_i_1_j_0_fused // 5 * 5 + i_0_i_1_j_0_fused % 5 < 16)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
