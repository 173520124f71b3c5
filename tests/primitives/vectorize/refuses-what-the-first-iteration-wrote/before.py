from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((11,), "float32"), C: T.Buffer((11,), "float32")):
        P = T.alloc_buffer((13,))
        for i in range(13):
            with T.block("P"):
                vi = T.axis.spatial(13, i)
                P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))
        for i, r in T.grid(11, 3):
            with T.block("C"):
                vi, vr = T.axis.remap("SR", [i, r])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + P[vi + vr]

