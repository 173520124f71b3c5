from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(16), T.int64(16)), "float32"), B: T.Buffer((T.int64(16), T.int64(16)), "float32")):
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(16), T.int64(4), T.int64(4)):
            with T.block("B"):
                v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(A[v0, v1 * T.int64(4) + v2])
                T.writes(B[v0, v1 * T.int64(4) + v2])
                B[v0, v1 * T.int64(4) + v2] = A[v0, v1 * T.int64(4) + v2] * T.float32(2.0)
