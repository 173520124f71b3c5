# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i_0, j_0 in T.grid(4, 2):
            with T.block("B_o"):
                vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
                T.reads(A[vi_o * 4:vi_o * 4 + 4, vj_o * 8:vj_o * 8 + 8])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, vj_o * 8:vj_o * 8 + 8])
                for i_1, j_1 in T.grid(4, 8):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [i_1, j_1])
                        T.reads(A[vi_o * 4 + vi_i, vj_o * 8 + vj_i])
                        T.writes(B[vi_o * 4 + vi_i, vj_o * 8 + vj_i])
                        B[vi_o * 4 + vi_i, vj_o * 8 + vj_i] = A[vi_o * 4 + vi_i, vj_o * 8 + vj_i] * T.float32(2.0)
