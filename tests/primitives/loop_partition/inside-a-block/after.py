# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:24])
                T.writes(D[vi, 0:24])
                C = T.alloc_buffer((24,))
                for j in range(24):
                    with T.block("C"):
                        vj = T.axis.spatial(24, j)
                        T.reads(A[vi, vj])
                        T.writes(C[vj])
                        C[vj] = A[vi, vj]
                with T.block("D_j_common"):
                    T.reads()
                    T.writes()
                    with T.block("D_j0_partition"):
                        T.reads()
                        T.writes()
                        for j0 in range(4):
                            with T.block("D_j0"):
                                vj = T.axis.spatial(4, j0)
                                T.reads(C[vj])
                                T.writes(D[vi, vj])
                                D[vi, vj] = C[vj] + T.float32(1.0)
                    with T.block("D_j1_partition"):
                        T.reads()
                        T.writes()
                        for j1 in range(4, 24):
                            with T.block("D_j1"):
                                vj = T.axis.spatial((4, 24), j1)
                                T.reads(C[vj])
                                T.writes(D[vi, vj])
                                D[vi, vj] = C[vj] + T.float32(1.0)
