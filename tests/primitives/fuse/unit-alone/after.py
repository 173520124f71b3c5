# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1, 12), "float32"), B: T.Buffer((1, 12), "float32")):
        # with T.block("root"):
        for i_fused, j in T.grid(1, 12):
            with T.block("B"):
                vi = T.axis.spatial(1, 0)
                vj = T.axis.spatial(12, j)
                T.reads(A[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A[vi, vj] * T.float32(2.0)
