# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("B_o"):
                vi_o = T.axis.spatial(16, i)
                vj_o = T.axis.spatial(1, 0)
                vk_o = T.axis.spatial((3, 4), 3)
                T.reads(A[vi_o, vk_o])
                T.writes(B[vi_o, 0:16])
                for j in range(16):
                    with T.block("B"):
                        vj_i = T.axis.spatial(16, j)
                        T.reads(A[vi_o, vk_o])
                        T.writes(B[vi_o, vj_i])
                        B[vi_o, vj_i] = A[vi_o, vk_o] * T.float32(2.0)
