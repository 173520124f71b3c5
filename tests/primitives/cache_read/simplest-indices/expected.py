from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((64, 40, 32), "float32"), B: T.Buffer((32,), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((64, 40, 32), scope="shared")
        for ax0, ax1, ax2 in T.grid(64, 40, 32):
            with T.block("A_shared"):
                v0, v1, v2 = T.axis.remap("SSS", [ax0, ax1, ax2])
                T.reads(A[v0, v1, v2])
                T.writes(A_shared[v0, v1, v2])
                A_shared[v0, v1, v2] = A[v0, v1, v2]
        for i in range(32):
            with T.block("B"):
                vi = T.axis.spatial(32, i)
                T.reads(A_shared[vi * 2, vi + 1, vi])
                T.writes(B[vi])
                B[vi] = A_shared[vi * 2, vi + 1, vi]
