# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_i_j_fused_common"):
                T.reads()
                T.writes()
                with T.block("D_i_j_fused0_partition"):
                    T.reads()
                    T.writes()
                    for i_j_fused0 in range(100):
                        with T.block("D_i_j_fused0"):
                            vi = T.axis.spatial(16, i_j_fused0 // 24)
                            vj = T.axis.spatial(24, i_j_fused0 % 24)
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_i_j_fused1_partition"):
                    T.reads()
                    T.writes()
                    for i_j_fused1 in range(100, 384):
                        with T.block("D_i_j_fused1"):
                            vi = T.axis.spatial(16, i_j_fused1 // 24)
                            vj = T.axis.spatial(24, i_j_fused1 % 24)
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
