from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((64,), scope="shared")
        for io, ii in T.grid(4, 8):
            with T.block("C"):
                vi = T.axis.spatial(32, io * 8 + ii)
                T.reads(A[vi * 2 + 1])
                T.writes(C_shared[vi * 2])
                C_shared[vi * 2] = A[vi * 2 + 1]
            with T.block("C_shared"):
                v0, v1 = T.axis.remap("SS", [io, ii])
                T.reads(C_shared[v0 * 16 + v1 * 2])
                T.writes(C[v0 * 16 + v1 * 2])
                T.block_attr({"auto_copy": True})
                for ax0 in range(1):
                    C[v0 * 16 + v1 * 2 + ax0] = C_shared[v0 * 16 + v1 * 2 + ax0]
