from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32"), D: T.Buffer((64,), "float32"), M: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        for i, j in T.grid(8, 8):
            with T.block("C"):
                v, w = T.axis.remap("SS", [i, j])
                T.reads(A[w + v * 8])
                T.writes(M[v, w])
                M[v, w] = A[w + v * 8] + T.float32(1.0)
