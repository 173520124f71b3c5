from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 11), "float32"), B: T.Buffer((11, 10), "float32"), D: T.Buffer((8, 10), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((8, 10))
        for i0, i1, i2 in T.grid(8, 10, 11):
            with T.block("mm"):
                i, j, k = T.axis.remap("SSR", [i0, i1, i2])
                T.reads(A[i, k], B[k, j])
                T.writes(D[i, j])
                with T.init():
                    D[i, j] = T.float32(0.0)
                D[i, j] = T.min(T.float32(5.0), T.max(T.float32(-5.0), D[i, j] + A[i, k] * B[k, j]))
