# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16, 32), "float32"), C: T.Buffer((16, 32), "float32")):
        # with T.block("root"):
        for i_fused_fused in T.parallel(16):
            for j_fused in T.vectorized(32):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i_fused_fused, j_fused])
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj]
            for j_fused in T.vectorized(32):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i_fused_fused, j_fused])
                    T.reads(B[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = B[vi, vj]
