# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32"), F: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                T.reads(A[vi, 0:24], D[vi, 0:24])
                T.writes(D[vi, 0:24], E[vi, 0:24])
                for j_m in range(24):
                    with T.block("D"):
                        vj = T.axis.spatial(24, j_m)
                        T.reads(A[vi, vj])
                        T.writes(D[vi, vj])
                        D[vi, vj] = A[vi, vj]
                    with T.block("E"):
                        vj = T.axis.spatial(24, j_m)
                        T.reads(D[vi, vj])
                        T.writes(E[vi, vj])
                        E[vi, vj] = D[vi, vj] * T.float32(2.0)
        for k, m in T.grid(16, 24):
            with T.block("F"):
                vi, vj = T.axis.remap("SS", [k, m])
                T.reads(A[vi, vj])
                T.writes(F[vi, vj])
                F[vi, vj] = A[vi, vj]
