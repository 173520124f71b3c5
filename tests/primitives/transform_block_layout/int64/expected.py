from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((T.int64(1), T.int64(6), T.int64(6), T.int64(3)), "float32"), W: T.Buffer((T.int64(3), T.int64(3), T.int64(3), T.int64(8)), "float32"), C: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(8)), "float32")):
        # with T.block("root"):
        for ax0, ax1, ax2 in T.grid(T.int64(16), T.int64(8), T.int64(27)):
            with T.block("C"):
                v0, v1, v2 = T.axis.remap("SSR", [ax0, ax1, ax2])
                T.reads(A[T.int64(0), v0 // T.int64(4) + v2 // T.int64(9), v0 % T.int64(4) + v2 % T.int64(9) // T.int64(3), v2 % T.int64(3)], W[v2 // T.int64(9), v2 % T.int64(9) // T.int64(3), v2 % T.int64(3), v1])
                T.writes(C[T.int64(0), v0 // T.int64(4), v0 % T.int64(4), v1])
                with T.init():
                    C[T.int64(0), v0 // T.int64(4), v0 % T.int64(4), v1] = T.float32(0.0)
                C[T.int64(0), v0 // T.int64(4), v0 % T.int64(4), v1] = C[T.int64(0), v0 // T.int64(4), v0 % T.int64(4), v1] + A[T.int64(0), v0 // T.int64(4) + v2 // T.int64(9), v0 % T.int64(4) + v2 % T.int64(9) // T.int64(3), v2 % T.int64(3)] * W[v2 // T.int64(9), v2 % T.int64(9) // T.int64(3), v2 % T.int64(3), v1]
