from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 8), "float32"), C: T.Buffer((64, 8), "float32")):
        # with T.block("root"):
        for io in range(4):
            with T.block("o"):
                vo = T.axis.spatial(4, io)
                T.reads(A[vo * 16:vo * 16 + 16, 0:8])
                T.writes(C[vo * 16:vo * 16 + 16, 0:8])
                A_shared = T.alloc_buffer((8, 16), scope="shared")
                for ii, j in T.grid(16, 8):
                    with T.block("A_shared"):
                        vi, vj = T.axis.remap("SS", [ii, j])
                        T.reads(A[vo * 16 + vi, vj])
                        T.writes(A_shared[vj, vi])
                        A_shared[vj, vi] = A[vo * 16 + vi, vj]
                for ii, j in T.grid(16, 8):
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [ii, j])
                        T.reads(A_shared[vj, vi])
                        T.writes(C[vo * 16 + vi, vj])
                        C[vo * 16 + vi, vj] = A_shared[vj, vi]
