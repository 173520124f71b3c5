# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_i_common"):
                T.reads()
                T.writes()
                with T.block("D_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0, j in T.grid(4, 24):
                        with T.block("D_i0"):
                            vi, vj = T.axis.remap("SS", [i0, j])
                            T.reads(A[vi, vj])
                            T.writes(D[vi, vj])
                            D[vi, vj] = A[vi, vj] * T.float32(2.0)
                with T.block("D_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(4, 16):
                        for j in range(24):
                            with T.block("D_i1"):
                                vi, vj = T.axis.remap("SS", [i1, j])
                                T.reads(A[vi, vj])
                                T.writes(D[vi, vj])
                                D[vi, vj] = A[vi, vj] * T.float32(2.0)
