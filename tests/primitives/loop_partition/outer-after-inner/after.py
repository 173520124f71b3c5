# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_j_common_i_common"):
                T.reads()
                T.writes()
                with T.block("D_j_common_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0 in range(4):
                        with T.block("D_j_common_i0"):
                            T.reads()
                            T.writes()
                            with T.block("D_j0_partition_i0"):
                                T.reads()
                                T.writes()
                                for j0 in range(4):
                                    with T.block("D_j0_i0"):
                                        vi, vj = T.axis.remap("SS", [i0, j0])
                                        T.reads(A[vi, vj])
                                        T.writes(D[vi, vj])
                                        D[vi, vj] = A[vi, vj] * T.float32(2.0)
                            with T.block("D_j1_partition_i0"):
                                T.reads()
                                T.writes()
                                for j1 in range(4, 24):
                                    with T.block("D_j1_i0"):
                                        vi, vj = T.axis.remap("SS", [i0, j1])
                                        T.reads(A[vi, vj])
                                        T.writes(D[vi, vj])
                                        D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j_common_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(4, 16):
                        with T.block("D_j_common_i1"):
                            T.reads()
                            T.writes()
                            with T.block("D_j0_partition_i1"):
                                T.reads()
                                T.writes()
                                for j0 in range(4):
                                    with T.block("D_j0_i1"):
                                        vi, vj = T.axis.remap("SS", [i1, j0])
                                        T.reads(A[vi, vj])
                                        T.writes(D[vi, vj])
                                        D[vi, vj] = A[vi, vj] * T.float32(2.0)
                            with T.block("D_j1_partition_i1"):
                                T.reads()
                                T.writes()
                                for j1 in range(4, 24):
                                    with T.block("D_j1_i1"):
                                        vi, vj = T.axis.remap("SS", [i1, j1])
                                        T.reads(A[vi, vj])
                                        T.writes(D[vi, vj])
                                        D[vi, vj] = A[vi, vj] * T.float32(2.0)
