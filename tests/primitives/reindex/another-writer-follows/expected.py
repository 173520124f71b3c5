from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        # with T.block("root"):
        C_reindex = T.alloc_buffer((16,))
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi])
                T.writes(C_reindex[vi])
                C_reindex[vi] = A[vi]
        for ax0 in range(16):
            with T.block("C_reindex"):
                v0 = T.axis.spatial(16, ax0)
                T.reads(C_reindex[v0])
                T.writes(C[v0])
                C[v0] = C_reindex[v0]
        for i in range(8):
            with T.block("D"):
                vi = T.axis.spatial(8, i)
                T.reads(A[vi])
                T.writes(C[vi])
                C[vi] = A[vi] + T.float32(1.0)
