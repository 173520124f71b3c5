# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i, j in T.grid(4, 3):
            with T.block("B_o"):
                vi_o = T.axis.spatial(4, i)
                vj_o = T.axis.spatial(1, 0)
                T.reads(A[vi_o * 4:vi_o * 4 + 4, 0:16])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, 0:16])
                for k, l in T.grid(16, 4):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [l, k])
                        T.reads(A[vi_o * 4 + vi_i, vj_i])
                        T.writes(B[vi_o * 4 + vi_i, vj_i])
                        B[vi_o * 4 + vi_i, vj_i] = A[vi_o * 4 + vi_i, vj_i] * T.float32(2.0)
