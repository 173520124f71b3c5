# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 24), "float32"), D: T.Buffer((16,), "float32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("D_i_common"):
                T.reads()
                T.writes()
                with T.block("D_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0, k in T.grid(4, 24):
                        with T.block("D_i0"):
                            vi, vk = T.axis.remap("SR", [i0, k])
                            T.reads(A[vi, vk])
                            T.writes(D[vi])
                            with T.init():
                                D[vi] = T.float32(0.0)
                            D[vi] = D[vi] + A[vi, vk]
                with T.block("D_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(4, 16):
                        for k in range(24):
                            with T.block("D_i1"):
                                vi, vk = T.axis.remap("SR", [i1, k])
                                T.reads(A[vi, vk])
                                T.writes(D[vi])
                                with T.init():
                                    D[vi] = T.float32(0.0)
                                D[vi] = D[vi] + A[vi, vk]
