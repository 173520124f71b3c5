from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128,), "float32"), C: T.Buffer((128,), "float32"), Z: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((66,))
        for ia in range(66):
            with T.block("B"):
                va = T.axis.spatial(66, ia)
                T.reads(A[va])
                T.writes(B[va])
                B[va] = A[va]
        for ja in range(64):
            with T.block("C"):
                wa = T.axis.spatial(64, ja)
                T.reads(B[wa:wa + 3])
                T.writes(C[wa])
                C[wa] = B[wa] + B[wa + 1] + B[wa + 2]
