# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((6, 16), "float32"), C: T.Buffer((8, 16), "float32")):
        # with T.block("root"):
        for ax0, ax1 in T.grid(16, 8):
            with T.block("C"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v1 + -1, v0], B[(v1 * 16 + v0) // 32 + 1, v0])
                T.writes(C[v1, v0])
                C[v1, v0] = T.if_then_else(v1 >= 1, A[v1 - 1, v0], T.float32(0.0)) + B[(v1 * 16 + v0) // 32 + 1, v0]
