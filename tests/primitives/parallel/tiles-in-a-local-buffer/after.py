# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((37, 13), "float32"), B: T.Buffer((13, 51), "float32"), C: T.Buffer((37, 51), "float32")):
        # with T.block("root"):
        C_local = T.alloc_buffer((37, 51), scope="local")
        for i_0_j_0_fused in T.parallel(20):
            for k, i_1, j_1 in T.grid(13, 8, 16):
                with T.block("C"):
                    vi = T.axis.spatial(37, i_0_j_0_fused // 4 * 8 + i_1)
                    vj = T.axis.spatial(51, i_0_j_0_fused % 4 * 16 + j_1)
                    vk = T.axis.reduce(13, k)
                    T.where(i_0_j_0_fused // 4 * 8 + i_1 < 37 and i_0_j_0_fused % 4 * 16 + j_1 < 51)
                    T.reads(A[vi, vk], B[vk, vj])
                    T.writes(C_local[vi, vj])
                    with T.init():
                        C_local[vi, vj] = T.float32(0.0)
                    C_local[vi, vj] = C_local[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0, ax1 in T.grid(8, 16):
                with T.block("C_local"):
                    v0 = T.axis.spatial(37, i_0_j_0_fused // 4 * 8 + ax0)
                    v1 = T.axis.spatial(51, i_0_j_0_fused % 4 * 16 + ax1)
                    T.where(i_0_j_0_fused // 4 * 8 + ax0 < 37 and i_0_j_0_fused % 4 * 16 + ax1 < 51)
                    T.reads(C_local[v0, v1])
                    T.writes(C[v0, v1])
                    C[v0, v1] = C_local[v0, v1]
