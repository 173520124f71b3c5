# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((8, 16), "float32")):
        # with T.block("root"):
        for i_0 in range(2):
            with T.block("B_o"):
                vi_o = T.axis.spatial(2, i_0)
                vj_o = T.axis.spatial(1, 0)
                T.reads(A[T.min(vi_o * 8 + 1, vi_o * 4 + 3):T.min(vi_o * 8 + 1, vi_o * 4 + 3) + (T.max(vi_o * 8 + 7, vi_o * 4 + 6) + 1 - T.min(vi_o * 8 + 1, vi_o * 4 + 3)), 0:16])
                T.writes(B[vi_o * 4:vi_o * 4 + 4, 0:16])
                for j, i_1 in T.grid(16, 4):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [i_1, j])
                        T.reads(A[T.min(vi_o * 8 + vi_i * 2 + 1, vi_o * 4 + vi_i + 3):T.min(vi_o * 8 + vi_i * 2 + 1, vi_o * 4 + vi_i + 3) + (T.max(vi_o * 8 + vi_i * 2 + 1, vi_o * 4 + vi_i + 3) + 1 - T.min(vi_o * 8 + vi_i * 2 + 1, vi_o * 4 + vi_i + 3)), T.min(vj_i, 15 - vj_i):T.min(vj_i, 15 - vj_i) + (T.max(vj_i, 15 - vj_i) + 1 - T.min(vj_i, 15 - vj_i))])
                        T.writes(B[vi_o * 4 + vi_i, vj_i])
                        B[vi_o * 4 + vi_i, vj_i] = A[vi_o * 8 + vi_i * 2 + 1, vj_i] + A[vi_o * 4 + vi_i + 3, 15 - vj_i]
