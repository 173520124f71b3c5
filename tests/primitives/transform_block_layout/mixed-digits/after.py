# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for ax0, ax1 in T.grid(2, 128):
            with T.block("B"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v1 // 8, v0 * 8 + v1 % 8])
                T.writes(C[v1 // 8, v0 * 8 + v1 % 8])
                C[v1 // 8, v0 * 8 + v1 % 8] = A[v1 // 8, v0 * 8 + v1 % 8] * T.float32(2.0)
