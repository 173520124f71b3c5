# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0_0 in T.thread_binding(4, thread="blockIdx.x"):
                for j_0_1 in T.thread_binding(16, thread="vthread.x"):
                    for i_1 in T.thread_binding(16, thread="threadIdx.y"):
                        for j_1 in T.thread_binding(16, thread="threadIdx.x"):
                            for k_0, k_1 in T.grid(64, 16):
                                with T.block("C"):
                                    vi = T.axis.spatial(1024, i_0 * 16 + i_1)
                                    vj = T.axis.spatial(1024, j_0_0 * 256 + j_0_1 * 16 + j_1)
                                    vk = T.axis.reduce(1024, k_0 * 16 + k_1)
                                    T.reads(A[vi, vk], B[vk, vj])
                                    T.writes(C[vi, vj])
                                    with T.init():
                                        C[vi, vj] = T.float32(0.0)
                                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
