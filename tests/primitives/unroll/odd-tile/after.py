# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i, j_0 in T.grid(16, 5):
            for j_1 in T.unroll(5):
                with T.block("D"):
                    vi = T.axis.spatial(16, i)
                    vj = T.axis.spatial(24, j_0 * 5 + j_1)
                    T.where(j_0 * 5 + j_1 < 24)
                    T.reads(A[vi, vj])
                    T.writes(D[vi, vj])
                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
