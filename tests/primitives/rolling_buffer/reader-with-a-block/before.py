from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((40,), "float32"), C: T.Buffer((32,), "float32")):
        B = T.alloc_buffer((36,), "float32")
        for i in range(8):
            for j in range(6):
                with T.block("B"):
                    vi = T.axis.spatial(36, i * 4 + j)
                    B[vi] = A[vi]
            with T.block("o"):
                vo = T.axis.spatial(8, i)
                T.reads(B[vo * 4:vo * 4 + 6])
                T.writes(C[vo * 4:vo * 4 + 4])
                for j in range(4):
                    with T.block("C"):
                        vi = T.axis.spatial(4, j)
                        C[vo * 4 + vi] = B[vo * 4 + vi] + B[vo * 4 + vi + 2]
