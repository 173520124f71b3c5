# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        T.func_attr({"layout_free_buffers": [1]})
        # with T.block("root"):
        B_global = T.alloc_buffer((2, 8, 2, 2, 4))
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_global[v1 // 8, v0 // 2, v1 % 8 // 4, v0 % 2, v1 % 4])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
                B_global[v1 // 8, v0 // 2, v1 % 8 // 4, v0 % 2, v1 % 4] = B[v0, v1]
        for j_0, i_0, k_0, j_1, i_1, k_1, j_2 in T.grid(2, 4, 8, 2, 4, 2, 4):
            with T.block("C"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(16, j_0 * 8 + j_1 * 4 + j_2)
                vk = T.axis.reduce(16, k_0 * 2 + k_1)
                T.reads(A[vi, vk], B_global[vj // 8, vk // 2, vj % 8 // 4, vk % 2, vj % 4])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B_global[vj // 8, vk // 2, vj % 8 // 4, vk % 2, vj % 4]
