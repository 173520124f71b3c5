# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for i, k_0 in T.grid(16, 8):
            for k_1 in T.unroll(4):
                with T.block("B"):
                    vi = T.axis.spatial(16, i)
                    vk = T.axis.reduce(32, k_0 * 4 + k_1)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
