# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        with T.block("B_o"):
            vi_o = T.axis.spatial(1, 0)
            vj_o = T.axis.reduce(1, 0)
            T.reads(A[0:16, 0:16])
            T.writes(B[0:16])
            with T.init():
                for i_j_fused in range(256):
                    with T.block("B_init"):
                        vi_i_init = T.axis.spatial(16, i_j_fused // 16)
                        T.reads()
                        T.writes(B[vi_i_init])
                        B[vi_i_init] = T.float32(0.0)
            for i_j_fused in range(256):
                with T.block("B"):
                    vi_i = T.axis.spatial(16, i_j_fused // 16)
                    vj_i = T.axis.reduce(16, i_j_fused % 16)
                    T.reads(B[vi_i], A[vi_i, vj_i])
                    T.writes(B[vi_i])
                    B[vi_i] = B[vi_i] + A[vi_i, vj_i]
