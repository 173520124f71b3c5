# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i, j_0 in T.grid(16, 5):
            with T.block("D_j_1_common"):
                T.reads()
                T.writes()
                with T.block("D_j_10_partition"):
                    T.reads()
                    T.writes()
                    for j_10 in range(3):
                        with T.block("D_j_10"):
                            vi = T.axis.spatial(16, i)
                            vj = T.axis.spatial(24, j_0 * 5 + j_10)
                            T.where(j_0 * 5 + j_10 < 24)
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j_11_partition"):
                    T.reads()
                    T.writes()
                    for j_11 in range(3, 5):
                        with T.block("D_j_11"):
                            vi = T.axis.spatial(16, i)
                            vj = T.axis.spatial(24, j_0 * 5 + j_11)
                            T.where(j_0 * 5 + j_11 < 24)
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
