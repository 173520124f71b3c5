from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        for i, j in T.grid(8, 8):
            with T.block("C"):
                v, r = T.axis.remap("SR", [i, j])
                T.reads(A[v * 8 + r])
                T.writes(C[v])
                with T.init():
                    C[v] = T.float32(0.0)
                C[v] = C[v] + A[v * 8 + r] * T.float32(2.0)
