# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((5, 8), "float32"), C: T.Buffer((5, 8), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((5, 8))
        B_global = T.alloc_buffer((5, 8))
        for i_0, i_1 in T.grid(3, 2):
            for ax0, ax1 in T.grid(1, 16):
                with T.block("B_global"):
                    v0 = T.axis.spatial(5, i_0 * 2 + i_1 + ax0)
                    v1 = T.axis.spatial(8, -4 + ax1)
                    T.where(i_0 * 2 + i_1 < 5 and (0 <= -4 + ax1 and -4 + ax1 < 8))
                    T.reads(B[v0, v1])
                    T.writes(B_global[v0, v1])
                    B_global[v0, v1] = B[v0, v1]
            with T.block("BC"):
                vi = T.axis.spatial(5, i_0 * 2 + i_1)
                T.where(i_0 * 2 + i_1 < 5)
                T.reads(A[vi, 0:8], B_global[vi, -4:12])
                T.writes(B_global[vi, 0:8], C[vi, 0:8])
                for j in range(8):
                    with T.block("B"):
                        vj = T.axis.spatial(8, j)
                        T.reads(A[vi, vj])
                        T.writes(B_global[vi, vj])
                        B_global[vi, vj] = A[vi, vj]
                for j in range(8):
                    with T.block("C"):
                        vj = T.axis.spatial(8, j)
                        T.reads(B_global[vi, vj - 4:vj - 4 + 9])
                        T.writes(C[vi, vj])
                        C[vi, vj] = T.if_then_else(vj < 4, B_global[vi, vj + 4], B_global[vi, vj - 4])
            for ax0, ax1 in T.grid(1, 8):
                with T.block("B_global"):
                    v0 = T.axis.spatial(5, i_0 * 2 + i_1 + ax0)
                    v1 = T.axis.spatial(8, ax1)
                    T.where(i_0 * 2 + i_1 < 5)
                    T.reads(B_global[v0, v1])
                    T.writes(B[v0, v1])
                    B[v0, v1] = B_global[v0, v1]
