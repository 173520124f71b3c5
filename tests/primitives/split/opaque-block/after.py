# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((60,), "float32"), B: T.Buffer((60,), "float32")):
        # with T.block("root"):
        for i_0, i_1 in T.grid(4, 15):
            with T.block("opaque"):
                T.reads(A[i_0 * 15 + i_1])
                T.writes(B[i_0 * 15 + i_1])
                B[i_0 * 15 + i_1] = A[i_0 * 15 + i_1] * T.float32(2.0)
