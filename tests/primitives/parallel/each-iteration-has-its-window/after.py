# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((18, 12), "float32"), C: T.Buffer((16, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((18, 12))
        for i_0 in T.parallel(4):
            for ax0, ax1 in T.grid(7, 12):
                with T.block("B"):
                    vi = T.axis.spatial(18, i_0 * 5 + ax0)
                    vj = T.axis.spatial(12, ax1)
                    T.where(i_0 * 5 + ax0 < 18)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] + T.float32(1.0)
            for i_1, j in T.grid(5, 12):
                with T.block("C"):
                    vi = T.axis.spatial(16, i_0 * 5 + i_1)
                    vj = T.axis.spatial(12, j)
                    T.where(i_0 * 5 + i_1 < 16)
                    T.reads(B[vi:vi + 3, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj] + B[vi + 1, vj] + B[vi + 2, vj]
