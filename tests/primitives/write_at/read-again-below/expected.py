from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((16, 8))
        B_shared = T.alloc_buffer((16, 8), scope="shared")
        for i in range(16):
            for j in range(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(B_shared[vi, vj])
                    B_shared[vi, vj] = A[vi, vj]
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(B_shared[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B_shared[vi, vj] * T.float32(2.0)
            with T.block("B_shared"):
                v0 = T.axis.spatial(16, i)
                T.reads(B_shared[v0, 0:8])
                T.writes(B[v0, 0:8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(1, 8):
                    B[v0 + ax0, ax1] = B_shared[v0 + ax0, ax1]
