# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "int32")):
        # with T.block("root"):
        for i, j in T.grid(4, 4):
            with T.block("B_o"):
                vi_o, vj_o = T.axis.remap("SS", [i, j])
                T.reads(A[vi_o * 12 + 1:vi_o * 12 + 1 + 10, vj_o * 3:vj_o * 3 + 3])
                T.writes(B[vi_o, 0:4], C[vi_o * 8:vi_o * 8 + (vi_o * 8 + 14), vi_o * 12:vi_o * 12 + 10])
                for k, l in T.grid(4, 4):
                    with T.block("B"):
                        vi_i, vj_i = T.axis.remap("SS", [k, l])
                        T.reads(A[vi_o * 12 + vi_i * 3 + 1, vj_o * 3 + vj_i * 3 // 4])
                        T.writes(B[vi_o, vj_i], C[vi_o * 8 + vi_i * 2:vi_o * 8 + vi_i * 2 + (vi_o * 8 + vi_i * 2 + 2), vi_o * 12 + vi_i * 3])
                        if vi_o * 4 + vi_i < 3 and vj_i < 2 and vi_o < 4:
                            B[vi_o, vj_i] = T.if_then_else(vi_o * 16 + vi_i * 4 + vj_o * 4 + vj_i < 33, A[vi_o * 12 + vi_i * 3 + 1, vj_o * 3 + vj_i * 3 // 4], T.Cast("float32", vi_o * 12 + vj_o * 4 + vi_i * 3 + vj_i)) + T.float32(2.0)
                        for q in range(vi_o * 8 + vi_i * 2 + 2):
                            with T.block("inner"):
                                vq = T.axis.spatial(vi_o * 12 + vi_i * 3 + 2, vi_o * 8 + vi_i * 2 + q)
                                T.where(vi_o * 8 + vi_i * 2 + q < 8)
                                T.reads()
                                T.writes(C[vq, vi_o * 12 + vi_i * 3])
                                C[vq, vi_o * 12 + vi_i * 3] = vi_o * 8 + vq * 2 + vi_i * 2 + 3
