# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16, 24), "float32"), E: T.Buffer((16, 24), "float32")):
        # with T.block("root"):
        for o, i_m, j_m in T.grid(2, 8, 24):
            with T.block("D"):
                vi = T.axis.spatial(16, o * 8 + i_m)
                vj = T.axis.spatial(24, j_m)
                T.reads(A[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = A[vi, vj]
            with T.block("E"):
                vi = T.axis.spatial(16, o * 8 + i_m)
                vj = T.axis.spatial(24, j_m)
                T.reads(A[vi, vj])
                T.writes(E[vi, vj])
                E[vi, vj] = A[vi, vj]
