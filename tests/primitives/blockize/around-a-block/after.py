# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i in range(4):
            with T.block("O_o"):
                vi_o = T.axis.spatial(4, i)
                vj_o = T.axis.spatial(1, 0)
                T.reads(A[vi_o * 4:vi_o * 4 + 4, 0:16])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, 0:16])
                for j in range(4):
                    with T.block("O"):
                        vj_i = T.axis.spatial(4, j)
                        T.reads(A[vi_o * 4:vi_o * 4 + 4, vj_i * 4:vj_i * 4 + 4])
                        T.writes(B[vi_o * 4:vi_o * 4 + 4, vj_i * 4:vj_i * 4 + 4])
                        for ii, jj in T.grid(4, 4):
                            with T.block("B"):
                                vii, vjj = T.axis.remap("SS", [ii, jj])
                                T.reads(A[vi_o * 4 + vii, vj_i * 4 + vjj])
                                T.writes(B[vi_o * 4 + vii, vj_i * 4 + vjj])
                                B[vi_o * 4 + vii, vj_i * 4 + vjj] = A[vi_o * 4 + vii, vj_i * 4 + vjj] * T.float32(2.0)
