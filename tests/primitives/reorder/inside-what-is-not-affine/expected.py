# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((60, 60), "float32"), B: T.Buffer((60, 60), "float32")):
        # with T.block("root"):
        for a, b, d, c in T.grid(6, 6, 6, 6):
            with T.block("block"):
                i = T.axis.spatial(60, a * 7 + b * 3)
                j = T.axis.spatial(60, c * 6 + d)
                T.reads(A[i, j])
                T.writes(B[i, j])
                B[i, j] = A[i, j] + T.float32(1.0)
