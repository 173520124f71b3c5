# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i, j_0 in T.grid(16, 16):
            with T.block("B_o"):
                vi_o, vj_o = T.axis.remap("SS", [i, j_0])
                T.reads(A[vi_o, vj_o])
                T.writes(B[vi_o, vj_o])
                for j_1 in range(1):
                    with T.block("B"):
                        T.reads(A[vi_o, vj_o])
                        T.writes(B[vi_o, vj_o])
                        B[vi_o, vj_o] = A[vi_o, vj_o] * T.float32(2.0)
