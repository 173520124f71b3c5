# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((256, 256), "float32"), D: T.Buffer((256, 256), "float32")):
        # with T.block("root"):
        M = T.alloc_buffer((256,))
        E = T.alloc_buffer((256, 256))
        S = T.alloc_buffer((256,))
        for i_fused_0 in T.thread_binding(1, thread="blockIdx.x"):
            for i_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                for k in range(256):
                    with T.block("M"):
                        vi = T.axis.spatial(256, i_fused_0 * 256 + i_fused_1)
                        vk = T.axis.reduce(256, k)
                        T.reads(A[vi, vk])
                        T.writes(M[vi])
                        with T.init():
                            M[vi] = T.float32(-3.4028234663852886e+38)
                        M[vi] = T.max(M[vi], A[vi, vk])
        for i_j_fused_0 in T.thread_binding(64, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(1024, thread="threadIdx.x"):
                with T.block("E"):
                    vi = T.axis.spatial(256, (i_j_fused_0 * 1024 + i_j_fused_1) // 256)
                    vj = T.axis.spatial(256, (i_j_fused_0 * 1024 + i_j_fused_1) % 256)
                    T.reads(A[vi, vj], M[vi])
                    T.writes(E[vi, vj])
                    E[vi, vj] = T.exp(A[vi, vj] - M[vi])
        for i_fused_0 in T.thread_binding(1, thread="blockIdx.x"):
            for i_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                for k in range(256):
                    with T.block("S"):
                        vi = T.axis.spatial(256, i_fused_0 * 256 + i_fused_1)
                        vk = T.axis.reduce(256, k)
                        T.reads(E[vi, vk])
                        T.writes(S[vi])
                        with T.init():
                            S[vi] = T.float32(0.0)
                        S[vi] = S[vi] + E[vi, vk]
        for i_j_fused_0 in T.thread_binding(64, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(1024, thread="threadIdx.x"):
                with T.block("D"):
                    vi = T.axis.spatial(256, (i_j_fused_0 * 1024 + i_j_fused_1) // 256)
                    vj = T.axis.spatial(256, (i_j_fused_0 * 1024 + i_j_fused_1) % 256)
                    T.reads(E[vi, vj], S[vi])
                    T.writes(D[vi, vj])
                    D[vi, vj] = E[vi, vj] / S[vi]
