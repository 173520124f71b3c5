# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 16))
        for i_0, j_0, i_1 in T.grid(4, 4, 1):
            with T.block("B_o"):
                vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
                T.reads(A[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4])
                T.block_attr({"note": "implementation"})
                A_1 = T.match_buffer(A[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4], (4, 4), offset_factor=1)
                B_1 = T.match_buffer(B[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4], (4, 4), offset_factor=1)
                for i in range(4):
                    with T.block("row"):
                        vi = T.axis.spatial(4, i)
                        T.reads(A_1[vi, 0:4])
                        T.writes(B_1[vi, 0:4])
                        for j in T.vectorized(4):
                            B_1[vi, j] = A_1[vi, j]
        for i, j in T.grid(16, 16):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj]
