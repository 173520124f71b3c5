# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
        # with T.block("root"):
        for i, j in T.grid(6, 6):
            for a_b_fused in range((4 - i) * T.max(4 - j, 0)):
                with T.block("B"):
                    vi = T.axis.spatial(4, i + a_b_fused // (4 - j))
                    vj = T.axis.spatial(4, j + a_b_fused % (4 - j))
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] + T.float32(1.0)
