from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 8, 1, 4), "float32"), B: T.Buffer((1, 8), "float32")):
        # with T.block("root"):
        for ax0, ax1, ax2, ax3 in T.grid(8, 1, 4, 1):
            with T.block("B"):
                v0, v1, v2, v3 = T.axis.remap("SSRS", [ax0, ax1, ax2, ax3])
                T.reads(A[v1, v0, v3, v2])
                T.writes(B[v1, v0])
                with T.init():
                    B[v1, v0] = T.float32(0.0)
                B[v1, v0] = B[v1, v0] + A[v1, v0, v3, v2]
