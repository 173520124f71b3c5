# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((), "float32")):
        # with T.block("root"):
        for u_fused_0 in T.thread_binding(1, thread="blockIdx.x"):
            for u_fused_1 in T.thread_binding(1, thread="threadIdx.x"):
                for k in range(1024):
                    with T.block("B"):
                        vk = T.axis.reduce(1024, k)
                        T.reads(A[vk])
                        T.writes(B[()])
                        with T.init():
                            B[()] = T.float32(0.0)
                        B[()] = B[()] + A[vk]
