# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((15, 16), "float32")):
        # with T.block("root"):
        for i in range(4):
            with T.block("outer_C_B_"):
                vi_o = T.axis.spatial(4, i)
                vj_o = T.axis.spatial(1, 0)
                T.reads(A[vi_o * 4:vi_o * 4 + (vi_o * 4 + 3 + 1 - vi_o * 4), 0:16])
                T.writes(B[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:16], C[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:16])
                for ii, j in T.grid(4, 16):
                    with T.block("C"):
                        vi_i, vj_i = T.axis.remap("SS", [ii, j])
                        T.reads(A[vi_o * 4 + vi_i, vj_i])
                        T.writes(C[vi_o * 4 + vi_i, vj_i])
                        C[vi_o * 4 + vi_i, vj_i] = A[vi_o * 4 + vi_i, vj_i] + T.float32(1.0)
                for ii, j in T.grid(4, 16):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [ii, j])
                        T.reads(A[vi_o * 4 + vi_i, vj_i])
                        T.writes(B[vi_o * 4 + vi_i, vj_i])
                        B[vi_o * 4 + vi_i, vj_i] = A[vi_o * 4 + vi_i, vj_i] * T.float32(2.0)
        for i, j in T.grid(15, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi + 1, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = B[vi + 1, vj]
