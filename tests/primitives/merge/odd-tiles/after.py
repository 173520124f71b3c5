# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i_m, j_0_m, j_1_m in T.grid(16, 5, 5):
            with T.block("D"):
                vi = T.axis.spatial(16, i_m)
                vj = T.axis.spatial(24, j_0_m * 5 + j_1_m)
                T.where(j_0_m * 5 + j_1_m < 24)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj] * T.float32(2.0)
            with T.block("E"):
                vi = T.axis.spatial(16, i_m)
                vj = T.axis.spatial(24, j_0_m * 5 + j_1_m)
                T.where(j_0_m * 5 + j_1_m < 24)
                T.reads(A[vi, vj])
                T.writes(E[vi, vj])
                E[vi, vj] = A[vi, vj] + T.float32(1.0)
