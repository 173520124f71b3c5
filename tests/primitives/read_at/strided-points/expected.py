from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((64,), scope="shared")
        for io, ii in T.grid(4, 8):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [io, ii])
                T.reads(A[v0 * 16 + v1 * 2 + 1])
                T.writes(A_shared[v0 * 16 + v1 * 2 + 1])
                T.block_attr({"auto_copy": True})
                for ax0 in range(1):
                    A_shared[v0 * 16 + v1 * 2 + 1 + ax0] = A[v0 * 16 + v1 * 2 + 1 + ax0]
            with T.block("C"):
                vi = T.axis.spatial(32, io * 8 + ii)
                T.reads(A_shared[vi * 2 + 1])
                T.writes(C[vi * 2])
                C[vi * 2] = A_shared[vi * 2 + 1]
