from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 8), "float32"), C: T.Buffer((4,), "float32")):
        # with T.block("root"):
        C_reindex = T.alloc_buffer((4,))
        for i, k in T.grid(4, 8):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(C_reindex[vi], A[vi, vk])
                T.writes(C_reindex[vi])
                with T.init():
                    C_reindex[vi] = T.float32(0.0)
                C_reindex[vi] = C_reindex[vi] + A[vi, vk]
        for ax0 in range(4):
            with T.block("C_reindex"):
                v0 = T.axis.spatial(4, ax0)
                T.reads(C_reindex[v0])
                T.writes(C[v0])
                C[v0] = C_reindex[v0]
