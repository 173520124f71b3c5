# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((15, 15), "float32")):
        # with T.block("root"):
        for a, b, c, d in T.grid(4, 4, 4, 4):
            with T.block("B"):
                va, vb, vc, vd = T.axis.remap("SSSS", [a, b, c, d])
                T.where(a * 4 + c < 15 and b * 4 + d < 15)
                T.reads(A[va * 4 + vc, vb * 4 + vd])
                T.writes(C[vc + va * 4, vd + vb * 4])
                C[vc + va * 4, vd + vb * 4] = A[va * 4 + vc, vb * 4 + vd] * T.float32(2.0) + T.float32(1.0)
