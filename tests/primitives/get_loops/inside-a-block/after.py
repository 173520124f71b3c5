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
                for j in T.unroll(24):
                    with T.block("D"):
                        vj = T.axis.spatial(24, j)
                        T.reads(A[vi, vj])
                        T.writes(D[vi, vj])
                        D[vi, vj] = A[vi, vj]
