# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 20), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i_0, j_0 in T.grid(4, 4):
            with T.block("C_o"):
                vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
                T.reads(A[vi_o * 4 + 2:vi_o * 4 + 2 + 4, vj_o * 4 + 3:vj_o * 4 + 3 + 4])
                T.writes(C[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4])
                T.block_attr({"note": "implementation"})
                A_1 = T.match_buffer(A[vi_o * 4 + 2:vi_o * 4 + 2 + 4, vj_o * 4 + 3:vj_o * 4 + 3 + 4], (4, 4), offset_factor=1)
                B = T.match_buffer(C[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4], (4, 4), offset_factor=1)
                for i in range(4):
                    with T.block("row"):
                        vi = T.axis.spatial(4, i)
                        T.reads(A_1[vi, 0:4])
                        T.writes(B[vi, 0:4])
                        for j in T.vectorized(4):
                            B[vi, j] = A_1[vi, j]
