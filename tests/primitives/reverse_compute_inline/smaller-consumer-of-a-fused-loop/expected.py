# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((15, 15), "float32")):
        # with T.block("root"):
        for i_j_fused in range(256):
            with T.block("B"):
                vi = T.axis.spatial(16, i_j_fused // 16)
                vj = T.axis.spatial(16, i_j_fused % 16)
                T.where(i_j_fused < 239 and i_j_fused % 16 < 15)
                T.reads(A[vi, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = A[vi, vj] * T.float32(2.0) + T.float32(1.0)
