# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 3, 3), "float32"), C: T.Buffer((4,), "float32")):
        # with T.block("root"):
        for i, kh in T.grid(4, 3):
            with T.block("C_kw_common"):
                T.reads()
                T.writes()
                with T.block("C_kw0_partition"):
                    T.reads()
                    T.writes()
                    with T.block("C_kw0_o"):
                        vi_o = T.axis.spatial((i, i + 1), i)
                        vkh_o = T.axis.reduce(3, kh)
                        vkw_o = T.axis.reduce(1, 0)
                        T.reads(A[vi_o, vkh_o, vkw_o])
                        T.writes(C[vi_o])
                        with T.init():
                            with T.block("C_kw0_init"):
                                T.reads()
                                T.writes(C[vi_o])
                                C[vi_o] = T.float32(0.0)
                        for kw0 in range(1):
                            with T.block("C_kw0"):
                                T.reads(C[vi_o], A[vi_o, vkh_o, vkw_o])
                                T.writes(C[vi_o])
                                C[vi_o] = C[vi_o] + A[vi_o, vkh_o, vkw_o]
                with T.block("C_kw1_partition"):
                    T.reads()
                    T.writes()
                    for kw1 in range(1, 3):
                        with T.block("C_kw1"):
                            vi, vkh, vkw = T.axis.remap("SRR", [i, kh, kw1])
                            T.reads(C[vi], A[vi, vkh, vkw])
                            T.writes(C[vi])
                            C[vi] = C[vi] + A[vi, vkh, vkw]
