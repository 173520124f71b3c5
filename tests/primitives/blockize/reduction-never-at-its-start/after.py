# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4, 6), "float32"), C: T.Buffer((4,), "float32")):
        # with T.block("root"):
        for i in range(4):
            for k in range(2, 6):
                with T.block("C_o"):
                    vi_o = T.axis.spatial(4, i)
                    vk_o = T.axis.reduce(6, k)
                    T.reads(A[vi_o, vk_o])
                    T.writes(C[vi_o])
                    with T.init():
                        with T.block("C_init"):
                            T.reads()
                            T.writes(C[vi_o])
                            C[vi_o] = T.float32(0.0)
                    for u in range(1):
                        with T.block("C"):
                            T.reads(C[vi_o], A[vi_o, vk_o])
                            T.writes(C[vi_o])
                            C[vi_o] = C[vi_o] + A[vi_o, vk_o]
