from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((15, 13), "float32"), C: T.Buffer((15, 13), "float32"), D: T.Buffer((15, 13), "float32")):
        # with T.block("root"):
        B_shared = T.alloc_buffer((15, 13), scope="shared")
        for i_0 in range(4):
            for ax0, ax1 in T.grid(4, 13):
                with T.block("B"):
                    vi = T.axis.spatial(15, i_0 * 4 + ax0)
                    vj = T.axis.spatial(13, ax1)
                    T.where(i_0 * 4 + ax0 < 15)
                    T.reads(A[vi, vj])
                    T.writes(B_shared[vi, vj])
                    B_shared[vi, vj] = A[vi, vj] * T.float32(2.0)
            for i_1, j in T.grid(4, 13):
                with T.block("C"):
                    vi = T.axis.spatial(15, i_0 * 4 + i_1)
                    vj = T.axis.spatial(13, j)
                    T.where(i_0 * 4 + i_1 < 15)
                    T.reads(B_shared[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B_shared[vi, vj] + T.float32(1.0)
                with T.block("D"):
                    vi = T.axis.spatial(15, i_0 * 4 + i_1)
                    vj = T.axis.spatial(13, j)
                    T.where(i_0 * 4 + i_1 < 15)
                    T.reads(B_shared[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = B_shared[vi, vj] - T.float32(1.0)
