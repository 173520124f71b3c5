# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
        # with T.block("root"):
        for i_j_fused_1 in T.thread_binding(64, thread="blockIdx.x"):
            for i_j_fused_2 in T.thread_binding(512, thread="threadIdx.x"):
                for i_j_fused_0 in range(128):
                    with T.block("B"):
                        vi = T.axis.spatial(2048, (i_j_fused_0 * 32768 + i_j_fused_1 * 512 + i_j_fused_2) // 2048)
                        vj = T.axis.spatial(2048, (i_j_fused_0 * 32768 + i_j_fused_1 * 512 + i_j_fused_2) % 2048)
                        T.reads(A[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = A[vi, vj] * T.float32(2.0)
