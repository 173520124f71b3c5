from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 6, 5), "float32"), C: T.Buffer((8,), "float32")):
        # with T.block("root"):
        C_rf = T.alloc_buffer((30, 8))
        for i, j_k_fused in T.grid(8, 30):
            with T.block("C_rf"):
                vj_k_fused, vi = T.axis.remap("SS", [j_k_fused, i])
                T.reads(A[vi, vj_k_fused // 5, vj_k_fused % 5])
                T.writes(C_rf[vj_k_fused, vi])
                C_rf[vj_k_fused, vi] = A[vi, vj_k_fused // 5, vj_k_fused % 5]
        for i, j_k_fused in T.grid(8, 30):
            with T.block("C"):
                vj_k_fused, vi = T.axis.remap("RS", [j_k_fused, i])
                T.reads(C_rf[vj_k_fused, vi])
                T.writes(C[vi])
                with T.init():
                    C[vi] = T.float32(0.0)
                C[vi] = C[vi] + C_rf[vj_k_fused, vi]
