# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((2, 16, 16), "float32"), C: T.Buffer((2,), "float32")):
        # with T.block("root"):
        for b, i_j_fused_0 in T.grid(2, 64):
            for i_j_fused_1 in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("C"):
                    vb = T.axis.spatial(2, b)
                    vi = T.axis.reduce(16, (i_j_fused_0 * 4 + i_j_fused_1) // 16)
                    vj = T.axis.reduce(16, (i_j_fused_0 * 4 + i_j_fused_1) % 16)
                    T.reads(A[vb, vi, vj])
                    T.writes(C[vb])
                    with T.init():
                        C[vb] = T.float32(0.0)
                    C[vb] = C[vb] + A[vb, vi, vj]
