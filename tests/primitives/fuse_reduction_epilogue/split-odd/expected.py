from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 11), "float32"), B: T.Buffer((11, 10), "float32"), bias: T.Buffer((10,), "float32"), D: T.Buffer((8, 10), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((8, 10))
        for i0_0, i0_1, i1, i2_0, i2_1 in T.grid(3, 3, 10, 3, 4):
            with T.block("mm"):
                i = T.axis.spatial(8, i0_0 * 3 + i0_1)
                j = T.axis.spatial(10, i1)
                k = T.axis.reduce(11, i2_0 * 4 + i2_1)
                T.where(i0_0 * 3 + i0_1 < 8 and i2_0 * 4 + i2_1 < 11)
                T.reads(bias[j], A[i, k], B[k, j])
                T.writes(D[i, j])
                with T.init():
                    D[i, j] = bias[j]
                D[i, j] = D[i, j] + A[i, k] * B[k, j]
