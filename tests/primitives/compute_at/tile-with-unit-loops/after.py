# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 12), "float32"), C: T.Buffer((8, 12), "float32")):
        # with T.block("root"):
        B = T.alloc_buffer((8, 12))
        for i, j_0 in T.grid(8, 3):
            for ax0, ax1 in T.grid(1, 4):
                with T.block("B"):
                    vi = T.axis.spatial(8, i + ax0)
                    vj = T.axis.spatial(12, j_0 * 4 + ax1)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] + T.float32(1.0)
            for j_1 in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(8, i)
                    vj = T.axis.spatial(12, j_0 * 4 + j_1)
                    T.reads(B[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj] * T.float32(2.0)
