from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((34, 8), "float32"), C: T.Buffer((32, 8), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((34, 8), scope="shared")
        for io, j in T.grid(4, 8):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [io, j])
                T.reads(A[v0 * 8:v0 * 8 + 10, T.min(v1, 7 - v1):T.min(v1, 7 - v1) + (T.max(v1, 7 - v1) + 1 - T.min(v1, 7 - v1))])
                T.writes(A_shared[v0 * 8:v0 * 8 + 10, T.min(v1, 7 - v1):T.min(v1, 7 - v1) + (T.max(v1, 7 - v1) + 1 - T.min(v1, 7 - v1))])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(10, T.max(v1, 7 - v1) + 1 - T.min(v1, 7 - v1)):
                    A_shared[v0 * 8 + ax0, T.min(v1, 7 - v1) + ax1] = A[v0 * 8 + ax0, T.min(v1, 7 - v1) + ax1]
            for ii in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(32, io * 8 + ii)
                    vj = T.axis.spatial(8, j)
                    T.reads(A_shared[vi:vi + 3, T.min(vj, 7 - vj):T.min(vj, 7 - vj) + (T.max(vj, 7 - vj) + 1 - T.min(vj, 7 - vj))])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A_shared[vi, vj] + A_shared[vi + 2, 7 - vj]
