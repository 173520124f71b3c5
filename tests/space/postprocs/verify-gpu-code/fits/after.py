# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((1024, 1024), scope="shared")
        B_shared = T.alloc_buffer((1024, 1024), scope="shared")
        for i_0 in T.thread_binding(32, thread="blockIdx.y"):
            for j_0 in T.thread_binding(32, thread="blockIdx.x"):
                for i_1 in T.thread_binding(32, thread="threadIdx.y"):
                    for j_1 in T.thread_binding(32, thread="threadIdx.x"):
                        for k_0 in range(8):
                            for ax0, ax1 in T.grid(32, 128):
                                with T.block("A_shared"):
                                    v0 = T.axis.spatial(1024, i_0 * 32 + ax0)
                                    v1 = T.axis.spatial(1024, k_0 * 128 + ax1)
                                    T.reads(A[v0, v1])
                                    T.writes(A_shared[v0, v1])
                                    A_shared[v0, v1] = A[v0, v1]
                            for ax0, ax1 in T.grid(128, 32):
                                with T.block("B_shared"):
                                    v0 = T.axis.spatial(1024, k_0 * 128 + ax0)
                                    v1 = T.axis.spatial(1024, j_0 * 32 + ax1)
                                    T.reads(B[v0, v1])
                                    T.writes(B_shared[v0, v1])
                                    B_shared[v0, v1] = B[v0, v1]
                            for k_1 in range(128):
                                with T.block("C"):
                                    vi = T.axis.spatial(1024, i_0 * 32 + i_1)
                                    vj = T.axis.spatial(1024, j_0 * 32 + j_1)
                                    vk = T.axis.reduce(1024, k_0 * 128 + k_1)
                                    T.reads(A_shared[vi, vk], B_shared[vk, vj])
                                    T.writes(C[vi, vj])
                                    with T.init():
                                        C[vi, vj] = T.float32(0.0)
                                    C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
