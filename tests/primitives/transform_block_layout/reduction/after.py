# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for ax0, ax1, ax2, ax3 in T.grid(4, 4, 4, 2):
            with T.block("B"):
                v0, v1, v2, v3 = T.axis.remap("SRSR", [ax0, ax1, ax2, ax3])
                T.reads(A[v0 * 4 + v2, v1 * 2 + v3])
                T.writes(C[v0 * 4 + v2])
                T.block_attr({"note": 1})
                with T.init():
                    C[v0 * 4 + v2] = T.float32(0.0)
                C[v0 * 4 + v2] = C[v0 * 4 + v2] + A[v0 * 4 + v2, v1 * 2 + v3]
