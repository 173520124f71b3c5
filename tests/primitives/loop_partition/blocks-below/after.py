# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("outer_i_common"):
                T.reads()
                T.writes()
                with T.block("outer_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0 in range(4):
                        with T.block("outer_i0"):
                            vi = T.axis.spatial(4, i0)
                            T.reads(A[vi, 0:24])
                            T.writes(D[vi, 0:24])
                            C = T.alloc_buffer((24,))
                            for j in range(24):
                                with T.block("C_i0"):
                                    vj = T.axis.spatial(24, j)
                                    T.reads(A[vi, vj])
                                    T.writes(C[vj])
                                    C[vj] = A[vi, vj]
                            for j in range(24):
                                with T.block("D_i0"):
                                    vj = T.axis.spatial(24, j)
                                    T.reads(C[vj])
                                    T.writes(D[vi, vj])
                                    D[vi, vj] = C[vj] + T.float32(1.0)
                with T.block("outer_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(4, 16):
                        with T.block("outer_i1"):
                            vi = T.axis.spatial((4, 16), i1)
                            T.reads(A[vi, 0:24])
                            T.writes(D[vi, 0:24])
                            C = T.alloc_buffer((24,))
                            for j in range(24):
                                with T.block("C_i1"):
                                    vj = T.axis.spatial(24, j)
                                    T.reads(A[vi, vj])
                                    T.writes(C[vj])
                                    C[vj] = A[vi, vj]
                            for j in range(24):
                                with T.block("D_i1"):
                                    vj = T.axis.spatial(24, j)
                                    T.reads(C[vj])
                                    T.writes(D[vi, vj])
                                    D[vi, vj] = C[vj] + T.float32(1.0)
