# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i_0 in range(4):
            with T.block("B_o_init"):
                vi_o = T.axis.spatial(4, i_0)
                T.reads()
                T.writes(B[vi_o * 4:vi_o * 4 + 4])
                for i_1 in range(4):
                    with T.block("B_init"):
                        vi_i_init = T.axis.spatial(4, i_1)
                        T.reads()
                        T.writes(B[vi_o * 4 + vi_i_init])
                        B[vi_o * 4 + vi_i_init] = T.float32(0.0)
            for j_0 in range(4):
                with T.block("B_o_update"):
                    vi_o, vj_o = T.axis.remap("SR", [i_0, j_0])
                    T.reads(B[vi_o * 4:vi_o * 4 + 4], A[vi_o * 4:vi_o * 4 + 4, vj_o * 4:vj_o * 4 + 4])
                    T.writes(B[vi_o * 4:vi_o * 4 + 4])
                    for i_1, j_1 in T.grid(4, 4):
                        with T.block("B"):
                            vi_i, vj_i = T.axis.remap("SR", [i_1, j_1])
                            T.reads(B[vi_o * 4 + vi_i], A[vi_o * 4 + vi_i, vj_o * 4 + vj_i])
                            T.writes(B[vi_o * 4 + vi_i])
                            B[vi_o * 4 + vi_i] = B[vi_o * 4 + vi_i] + A[vi_o * 4 + vi_i, vj_o * 4 + vj_i]
