# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32"), D: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i in range(4):
            for ii, j in T.grid(4, 16):
                with T.block("B"):
                    vi = T.axis.spatial(16, i * 4 + ii)
                    vj = T.axis.spatial(16, j)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
            with T.block("outer_C_D_"):
                vi_o = T.axis.spatial(4, i)
                vj_o = T.axis.spatial(1, 0)
                T.reads(C[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:15], A[vi_o * 4:vi_o * 4 + (vi_o * 4 + 3 + 1 - vi_o * 4), 0:16], B[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:16])
                T.writes(D[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:15], C[vi_o * 4:vi_o * 4 + (4 + vi_o * 4 - 1 + 1 - vi_o * 4), 0:16])
                for ii, j in T.grid(4, 16):
                    with T.block("C"):
                        vi_i, vj_i = T.axis.remap("SS", [ii, j])
                        T.reads(B[vi_o * 4 + vi_i, vj_i], A[vi_o * 4 + vi_i, vj_i])
                        T.writes(C[vi_o * 4 + vi_i, vj_i])
                        C[vi_o * 4 + vi_i, vj_i] = B[vi_o * 4 + vi_i, vj_i] + A[vi_o * 4 + vi_i, vj_i]
                for ii, j in T.grid(4, 15):
                    with T.block("D"):
                        vi_i, vj_i = T.axis.remap("SS", [ii, j])
                        T.reads(C[vi_o * 4 + vi_i, vj_i], A[vi_o * 4 + vi_i, vj_i + 1])
                        T.writes(D[vi_o * 4 + vi_i, vj_i])
                        D[vi_o * 4 + vi_i, vj_i] = C[vi_o * 4 + vi_i, vj_i] + A[vi_o * 4 + vi_i, vj_i + 1]
