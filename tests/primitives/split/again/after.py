# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((60,), "float32"), B: T.Buffer((60,), "float32")):
        # with T.block("root"):
        for i_0_0, i_0_1, i_1_0, i_1_1 in T.grid(3, 3, 2, 4):
            with T.block("B"):
                vi = T.axis.spatial(60, (i_0_0 * 3 + i_0_1) * 8 + i_1_0 * 4 + i_1_1)
                T.where((i_0_0 * 3 + i_0_1) * 8 + (i_1_0 * 4 + i_1_1) < 60 and i_0_0 * 3 + i_0_1 < 8)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)
