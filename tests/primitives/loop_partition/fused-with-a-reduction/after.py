# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16,), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_i_k_fused_common"):
                T.reads()
                T.writes()
                with T.block("D_i_k_fused0_partition"):
                    T.reads()
                    T.writes()
                    for i_k_fused0 in range(100):
                        with T.block("D_i_k_fused0"):
                            vi = T.axis.spatial(16, i_k_fused0 // 24)
                            vk = T.axis.reduce(24, i_k_fused0 % 24)
                            T.reads(A[vi, vk])
                            T.writes(D[vi])
                            with T.init():
                                D[vi] = T.float32(0.0)
                            D[vi] = D[vi] + A[vi, vk]
                with T.block("D_i_k_fused1_partition"):
                    T.reads()
                    T.writes()
                    for i_k_fused1 in range(100, 384):
                        with T.block("D_i_k_fused1"):
                            vi = T.axis.spatial(16, i_k_fused1 // 24)
                            vk = T.axis.reduce(24, i_k_fused1 % 24)
                            T.reads(A[vi, vk])
                            T.writes(D[vi])
                            with T.init():
                                D[vi] = T.float32(0.0)
                            D[vi] = D[vi] + A[vi, vk]
