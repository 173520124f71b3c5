# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 24))
        for i_0_m, j_0_m in T.grid(4, 4):
            for i_1, j_1 in T.grid(5, 6):
                with T.block("B"):
                    vi = T.axis.spatial(16, i_0_m * 5 + i_1)
                    vj = T.axis.spatial(24, j_0_m * 6 + j_1)
                    T.where(i_0_m * 5 + i_1 < 16)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
            for k_1, l_1 in T.grid(5, 6):
                with T.block("D"):
                    vi = T.axis.spatial(16, i_0_m * 5 + k_1)
                    vj = T.axis.spatial(24, j_0_m * 6 + l_1)
                    T.where(i_0_m * 5 + k_1 < 16)
                    T.reads(B[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = B[vi, vj] + T.float32(1.0)
