# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        T.func_attr({"layout_free_buffers": [0, 1]})
        # with T.block("root"):
        A_global = T.alloc_buffer((4, 4, 4, 4))
        B_global = T.alloc_buffer((4, 4, 4, 4))
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_global[v1 // 4, v0 // 4, v1 % 4, v0 % 4])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
                B_global[v1 // 4, v0 // 4, v1 % 4, v0 % 4] = B[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_global[v0 // 4, v1 // 4, v0 % 4, v1 % 4])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
                A_global[v0 // 4, v1 // 4, v0 % 4, v1 % 4] = A[v0, v1]
        for i_0, j_0, k_0, i_1, j_1, k_1 in T.grid(4, 4, 4, 4, 4, 4):
            with T.block("C"):
                vi = T.axis.spatial(16, i_0 * 4 + i_1)
                vj = T.axis.spatial(16, j_0 * 4 + j_1)
                vk = T.axis.reduce(16, k_0 * 4 + k_1)
                T.reads(A_global[vi // 4, vk // 4, vi % 4, vk % 4], B_global[vj // 4, vk // 4, vj % 4, vk % 4])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A_global[vi // 4, vk // 4, vi % 4, vk % 4] * B_global[vj // 4, vk // 4, vj % 4, vk % 4]
