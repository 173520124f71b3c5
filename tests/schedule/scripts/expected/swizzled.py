# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 96), "float32"), E: T.Buffer((64, 96), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B = T.sblock_alloc_buffer((64, 96))
        C = T.sblock_alloc_buffer((64, 96))
        for i_0, j_0 in T.grid(8, 3):
            for ax0_ax1_fused_0, ax0_ax1_fused_1 in T.grid(8, 32):
                with T.sblock("B"):
                    vi = T.axis.spatial(64, i_0 * 8 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) // 32)
                    vj = T.axis.spatial(96, j_0 * 32 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) % 32)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
            for ax0_ax1_fused_0, ax0_ax1_fused_1 in T.grid(8, 32):
                with T.sblock("C"):
                    vi = T.axis.spatial(64, i_0 * 8 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) // 32)
                    vj = T.axis.spatial(96, j_0 * 32 + (ax0_ax1_fused_0 * 32 + ax0_ax1_fused_1) % 32)
                    T.reads(B[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj] + T.float32(1.0)
            for i_1, j_1 in T.grid(4, 32):
                with T.sblock("E_o"):
                    vi_o = T.axis.spatial(32, i_0 * 4 + i_1)
                    vj_o = T.axis.spatial(96, j_0 * 32 + j_1)
                    T.reads(C[vi_o * 2:vi_o * 2 + 2, vj_o])
                    T.writes(E[vi_o * 2:vi_o * 2 + 2, vj_o])
                    for i_2 in range(2):
                        with T.sblock("E"):
                            vi_i = T.axis.spatial(2, i_2)
                            T.reads(C[vi_o * 2 + vi_i, vj_o])
                            T.writes(E[vi_o * 2 + vi_i, vj_o])
                            E[vi_o * 2 + vi_i, vj_o] = T.exp(C[vi_o * 2 + vi_i, vj_o])
