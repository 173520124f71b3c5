from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((14,), "float32"), C: T.Buffer((14,), "float32")):
        B = T.alloc_buffer((14,))
        for i in range(14):
            with T.block("B"):
                vi = T.axis.spatial(14, i)
                T.reads(A[vi])
                T.writes(B[vi])
                V = T.match_buffer(B[vi], (1,), offset_factor=1)
                V[0] = A[vi] * T.float32(2)
        for i in range(14):
            with T.block("C"):
                vi = T.axis.remap("S", [i])
                C[vi] = B[vi]
