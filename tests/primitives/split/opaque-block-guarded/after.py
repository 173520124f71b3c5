# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((60,), "float32"), B: T.Buffer((60,), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid(7, 9):
            with T.block("opaque"):
                T.where(i_0 * 9 + i_1 < 60)
                T.reads(A[i_0 * 9 + i_1])
                T.writes(B[i_0 * 9 + i_1])
                B[i_0 * 9 + i_1] = A[i_0 * 9 + i_1] * T.float32(2.0)
