from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9, 3), "float32"), B: T.Buffer((3, 10), "float32"), C: T.Buffer((9, 10), "float32")):
        # with T.block("root"):
        for i0, i1, i2 in T.grid(9, 10, 3):
            with T.block("C_shared"):
                i, j, k = T.axis.remap("SSR", [i0, i1, i2])
                T.reads(A[i, k], B[k, j])
                T.writes(C[i, j])
                with T.init():
                    C[i, j] = T.float32(-340282346638528859811704183484516925440.0)
                C[i, j] = T.max(C[i, j], A[i, k] * B[k, j])
