# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("D_k_0_common"):
                T.reads()
                T.writes()
                with T.block("D_k_00_partition"):
                    T.reads()
                    T.writes()
                    for k_00, k_1 in T.grid(2, 5):
                        with T.block("D_k_00"):
                            vi = T.axis.spatial(16, i)
                            vk = T.axis.reduce(24, k_00 * 5 + k_1)
                            T.where(k_00 * 5 + k_1 < 24)
                            T.reads(A[vi, vk])
                            T.writes(D[vi])
                            with T.init():
                                D[vi] = T.float32(0.0)
                            D[vi] = D[vi] + A[vi, vk]
                with T.block("D_k_01_partition"):
                    T.reads()
                    T.writes()
                    for k_01 in range(2, 5):
                        for k_1 in range(5):
                            with T.block("D_k_01"):
                                vi = T.axis.spatial(16, i)
                                vk = T.axis.reduce(24, k_01 * 5 + k_1)
                                T.where(k_01 * 5 + k_1 < 24)
                                T.reads(A[vi, vk])
                                T.writes(D[vi])
                                with T.init():
                                    D[vi] = T.float32(0.0)
                                D[vi] = D[vi] + A[vi, vk]
