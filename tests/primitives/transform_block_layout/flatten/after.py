# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for ax0 in range(256):
            with T.block("B"):
                v0 = T.axis.spatial(256, ax0)
                T.reads(A[v0 // 16, v0 % 16])
                T.writes(C[v0 // 16, v0 % 16])
                C[v0 // 16, v0 % 16] = A[v0 // 16, v0 % 16] * T.float32(2.0)
