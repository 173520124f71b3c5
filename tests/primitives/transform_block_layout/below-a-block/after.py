# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for n in range(4):
            with T.block("O"):
                vn = T.axis.spatial(4, n)
                T.reads(A[vn * 4:vn * 4 + 4, 0:4])
                T.writes(C[vn * 4:vn * 4 + 4, 0:4])
                for ax0 in range(16):
                    with T.block("B"):
                        v0 = T.axis.spatial(16, ax0)
                        T.reads(A[v0 // 4 + vn * 4, v0 % 4])
                        T.writes(C[v0 // 4 + vn * 4, v0 % 4])
                        C[v0 // 4 + vn * 4, v0 % 4] = A[v0 // 4 + vn * 4, v0 % 4]
