# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        for i_j_fused_1 in T.thread_binding(256, thread="blockIdx.x"):
            for i_j_fused_2 in T.thread_binding(1024, thread="threadIdx.x"):
                for i_j_fused_0 in range(4):
                    with T.block("B"):
                        vi = T.axis.spatial(1024, (i_j_fused_0 * 262144 + i_j_fused_1 * 1024 + i_j_fused_2) // 1024)
                        vj = T.axis.spatial(1024, (i_j_fused_0 * 262144 + i_j_fused_1 * 1024 + i_j_fused_2) % 1024)
                        T.reads(A[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = A[vi, vj] * T.float32(2.0)
