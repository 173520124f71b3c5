# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        with T.block("B_o"):
            vi_o = T.axis.spatial(1, 0)
            vj_o = T.axis.spatial(1, 0)
            T.reads(A[0:16, 0:16])
            T.writes(B[0:16, 0:16])
            for i, j in T.grid(16, 16):
                with T.block("B"):
                    vi_i, vj_i = T.axis.remap("SS", [i, j])
                    T.reads(A[vi_i, vj_i])
                    T.writes(B[vi_i, vj_i])
                    B[vi_i, vj_i] = A[vi_i, vj_i] * T.float32(2.0)
