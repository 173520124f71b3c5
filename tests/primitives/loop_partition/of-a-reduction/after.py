# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("D_k_common"):
                T.reads()
                T.writes()
                with T.block("D_k0_partition"):
                    T.reads()
                    T.writes()
                    for k0 in range(4):
                        with T.block("D_k0"):
                            vi, vk = T.axis.remap("SR", [i, k0])
                            T.reads(A[vi, vk])
                            T.writes(D[vi])
                            with T.init():
                                D[vi] = T.float32(0.0)
                            D[vi] = D[vi] + A[vi, vk]
                with T.block("D_k1_partition"):
                    T.reads()
                    T.writes()
                    for k1 in range(4, 24):
                        with T.block("D_k1"):
                            vi, vk = T.axis.remap("SR", [i, k1])
                            T.reads(D[vi], A[vi, vk])
                            T.writes(D[vi])
                            D[vi] = D[vi] + A[vi, vk]
