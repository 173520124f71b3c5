# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i in range(16):
            with T.block("B_o"):
                vi_o = T.axis.spatial(16, i)
                vk_o = T.axis.reduce(1, 0)
                T.reads(A[vi_o, 0:32])
                T.writes(B[vi_o])
                with T.init():
                    with T.block("B_init"):
                        T.reads()
                        T.writes(B[vi_o])
                        B[vi_o] = T.float32(0.0)
                for u_0, u_1, k in T.grid(3, 1, 32):
                    with T.block("B"):
                        vk_i = T.axis.reduce(32, k)
                        T.where(u_0 + u_1 < 1)
                        T.reads(B[vi_o], A[vi_o, vk_i])
                        T.writes(B[vi_o])
                        B[vi_o] = B[vi_o] + A[vi_o, vk_i]
