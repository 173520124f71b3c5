# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("D_j_0_common"):
                T.reads()
                T.writes()
                with T.block("D_j_00_partition"):
                    T.reads()
                    T.writes()
                    for j_00, j_1 in T.grid(3, 5):
                        with T.block("D_j_00"):
                            vi = T.axis.spatial(16, i)
                            vj = T.axis.spatial(24, j_00 * 5 + j_1)
                            T.where(j_00 * 5 + j_1 < 24)
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j_01_partition"):
                    T.reads()
                    T.writes()
                    for j_01 in range(3, 5):
                        for j_1 in range(5):
                            with T.block("D_j_01"):
                                vi = T.axis.spatial(16, i)
                                vj = T.axis.spatial(24, j_01 * 5 + j_1)
                                T.where(j_01 * 5 + j_1 < 24)
                                T.reads(A[vi, vj])
                                T.writes(D[vi, vj])
                                D[vi, vj] = A[vi, vj] * T.float32(2.0)
