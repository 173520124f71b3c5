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
                    for j0 in range(20):
                        with T.block("D_j0"):
                            vi, vj = T.axis.remap("SS", [i, j0])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_j1_partition"):
                    T.reads()
                    T.writes()
                    for j1 in range(20, 24):
                        with T.block("D_j1"):
                            vi, vj = T.axis.remap("SS", [i, j1])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
