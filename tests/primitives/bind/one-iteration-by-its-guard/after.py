# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 32), "float32"), B: T.Buffer((16,), "float32")):
        # with T.block("root"):
        for u_0 in T.thread_binding(3, thread="threadIdx.x"):
            for u_1, i, k in T.grid(1, 16, 32):
                with T.block("B"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.where(u_0 + u_1 < 1)
                    T.reads(A[vi, vk])
                    T.writes(B[vi])
                    with T.init():
                        B[vi] = T.float32(0.0)
                    B[vi] = B[vi] + A[vi, vk]
