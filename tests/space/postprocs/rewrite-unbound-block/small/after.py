# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        for i_j_fused_0 in T.thread_binding(1, thread="blockIdx.x"):
            for i_j_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                with T.block("B"):
                    vi = T.axis.spatial(16, (i_j_fused_0 * 256 + i_j_fused_1) // 16)
                    vj = T.axis.spatial(16, (i_j_fused_0 * 256 + i_j_fused_1) % 16)
                    T.reads(A[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = A[vi, vj] * T.float32(2.0)
