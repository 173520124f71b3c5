# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("D_j_common"):
                T.reads()
                T.writes()
                with T.block("D_j0_partition"):
                    T.reads()
                    T.writes()
                    for j0 in range(4):
                        with T.block("D_j0"):
                            vi, vj = T.axis.remap("SS", [i, j0])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j1_partition"):
                    T.reads()
                    T.writes()
                    with T.block("D_j1_j1_common"):
                        T.reads()
                        T.writes()
                        with T.block("D_j1_j10_partition"):
                            T.reads()
                            T.writes()
                            for j10 in range(4, 7):
                                with T.block("D_j1_j10"):
                                    vi, vj = T.axis.remap("SS", [i, j10])
                                    T.reads(A[vi, vj])
                                    T.writes(D[vi, vj])
                                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
                        with T.block("D_j1_j11_partition"):
                            T.reads()
                            T.writes()
                            for j11 in range(7, 24):
                                with T.block("D_j1_j11"):
                                    vi, vj = T.axis.remap("SS", [i, j11])
                                    T.reads(A[vi, vj])
                                    T.writes(D[vi, vj])
                                    D[vi, vj] = A[vi, vj] * T.float32(2.0)
