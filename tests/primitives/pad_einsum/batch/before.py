from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((3, 9, 11), "float32"), B: T.Buffer((1, 11, 10), "float32"), C: T.Buffer((3, 9, 10), "float32")):
        # with T.block("root"):
        for i0, i1, i2, i3 in T.grid(3, 9, 10, 11):
            with T.block("C_shared"):
                b, i, j, k = T.axis.remap("SSSR", [i0, i1, i2, i3])
                T.reads(A[b, i, k], B[0, k, j])
                T.writes(C[b, i, j])
                with T.init():
                    C[b, i, j] = T.float32(0.0)
                C[b, i, j] = C[b, i, j] + A[b, i, k] * B[0, k, j]
