# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        # with T.block("root"):
        for never, i_0, i_1 in T.grid(0, 2147483647, 1):
            with T.block("B"):
                vi = T.axis.spatial(128, i_0 + i_1)
                T.where(i_0 + i_1 < 128)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(2.0)
