from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6, 5), "float32"), C: T.Buffer((8,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((2, 8))
        for i, j_k_fused_0, j_k_fused_1 in T.grid(8, 15, 2):
            with T.block("C_rf"):
                vj_k_fused_1, vi, vj_k_fused_0 = T.axis.remap("SSR", [j_k_fused_1, i, j_k_fused_0])
                T.reads(A[vi, (vj_k_fused_0 * 2 + vj_k_fused_1) // 5, (vj_k_fused_0 * 2 + vj_k_fused_1) % 5])
                T.writes(C_rf[vj_k_fused_1, vi])
                with T.init():
                    C_rf[vj_k_fused_1, vi] = T.float32(0.0)
                C_rf[vj_k_fused_1, vi] = C_rf[vj_k_fused_1, vi] + A[vi, (vj_k_fused_0 * 2 + vj_k_fused_1) // 5, (vj_k_fused_0 * 2 + vj_k_fused_1) % 5]
        for i, j_k_fused_1 in T.grid(8, 2):
            with T.block("C"):
                vj_k_fused_1, vi = T.axis.remap("RS", [j_k_fused_1, i])
                T.reads(C_rf[vj_k_fused_1, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vj_k_fused_1, vi]
