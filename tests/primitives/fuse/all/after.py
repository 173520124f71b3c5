# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((6, 10, 14), "float32"), B: T.Buffer((6, 10, 14), "float32")):
        # with T.block("root"):
        for i_j_k_fused in range(840):
            with T.block("B"):
                vi = T.axis.spatial(6, i_j_k_fused // 140)
                vj = T.axis.spatial(10, i_j_k_fused % 140 // 14)
                vk = T.axis.spatial(14, i_j_k_fused % 14)
                T.reads(A[vi, vj, vk])
                T.writes(B[vi, vj, vk])
                B[vi, vj, vk] = A[vi, vj, vk] * T.float32(2.0)
