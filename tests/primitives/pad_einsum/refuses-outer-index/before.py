from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 9), "float32"), C: T.Buffer((4, 9), "float32")):
        # with T.block("root"):
        for o in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, o)
                T.reads(A[vo, 0:9])
                T.writes(C[vo, 0:9])
                for i0 in range(9):
                    with T.block("C_shared"):
                        i = T.axis.spatial(9, i0)
                        T.reads(A[vo, i])
                        T.writes(C[vo, i])
                        C[vo, i] = A[vo, i]
