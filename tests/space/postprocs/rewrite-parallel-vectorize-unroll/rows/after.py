# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((128, 100), "float32"), B: T.Buffer((128, 100), "float32")):
        # with T.block("root"):
        for i_j_fused_0 in T.parallel(200):
            for i_j_fused_1 in T.vectorized(64):
                with T.block("B"):
                    vi = T.axis.spatial(128, (i_j_fused_0 * 64 + i_j_fused_1) // 100)
                    vj = T.axis.spatial(100, (i_j_fused_0 * 64 + i_j_fused_1) % 100)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
