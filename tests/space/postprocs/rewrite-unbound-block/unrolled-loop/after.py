# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
        # with T.block("root"):
        for i_j_0_fused_0 in T.thread_binding(256, thread="blockIdx.x"):
            for i_j_0_fused_1 in T.thread_binding(1024, thread="threadIdx.x"):
                for j_1 in T.vectorized(4):
                    with T.block("B"):
                        vi = T.axis.spatial(1024, (i_j_0_fused_0 * 1024 + i_j_0_fused_1) // 256)
                        vj = T.axis.spatial(1024, (i_j_0_fused_0 * 1024 + i_j_0_fused_1) % 256 * 4 + j_1)
                        T.reads(A[vi, vj])
                        T.writes(B[vi, vj])
                        B[vi, vj] = A[vi, vj] * T.float32(2.0)
