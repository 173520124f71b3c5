# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i, j in T.grid(4, 4):
            with T.block("O"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                T.writes(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                for ii in range(4):
                    with T.block("B_o"):
                        vii_o = T.axis.spatial(4, ii)
                        vjj_o = T.axis.spatial(1, 0)
                        T.reads(A[vi * 4 + vii_o, vj * 4:vj * 4 + 4])
                        T.writes(B[vi * 4 + vii_o, vj * 4:vj * 4 + 4])
                        for jj in range(4):
                            with T.block("B"):
                                vjj_i = T.axis.spatial(4, jj)
                                T.reads(A[vi * 4 + vii_o, vj * 4 + vjj_i])
                                T.writes(B[vi * 4 + vii_o, vj * 4 + vjj_i])
                                B[vi * 4 + vii_o, vj * 4 + vjj_i] = A[vi * 4 + vii_o, vj * 4 + vjj_i] * T.float32(2.0)
