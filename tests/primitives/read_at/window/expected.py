from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 8), "float32"), C: T.Buffer((32, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((34, 8), scope="shared")
        for io in range(4):
            with T.block("A_shared"):
                v0 = T.axis.spatial(4, io)
                T.reads(A[v0 * 8:v0 * 8 + 10, 0:8])
                T.writes(A_shared[v0 * 8:v0 * 8 + 10, 0:8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(10, 8):
                    A_shared[v0 * 8 + ax0, ax1] = A[v0 * 8 + ax0, ax1]
            for j, ii in T.grid(8, 8):
                with T.block("C"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    vj = T.axis.spatial(8, j)
                    T.reads(A_shared[vi:vi + 3, T.min(vj, 7 - vj):T.min(vj, 7 - vj) + (T.max(vj, 7 - vj) + 1 - T.min(vj, 7 - vj))])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A_shared[vi, vj] + A_shared[vi + 2, 7 - vj]
