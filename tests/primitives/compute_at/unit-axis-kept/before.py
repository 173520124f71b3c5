from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((64, 1))
        for ia, ib in T.grid(64, 1):
            with T.block("B"):
                va, vb = T.axis.remap("SS", [ia, ib])
                T.reads(A[va])
                T.writes(B[va, vb])
                B[va, vb] = A[va]
        for ja in range(64):
            with T.block("C"):
                wa = T.axis.spatial(64, ja)
                T.reads(B[wa, 0])
                T.writes(C[wa])
                C[wa] = B[wa, 0]
