# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        T.func_attr({"layout_free_buffers": [1]})
        # with T.block("root"):
        B_global = T.alloc_buffer((4, 16, 4))
        B_global_local = T.alloc_buffer((4, 16, 4), scope="local")
        B_global_1 = T.alloc_buffer((4, 16, 4))
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_global_1[v1 // 4, v0, v1 % 4])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
                B_global_1[v1 // 4, v0, v1 % 4] = B[v0, v1]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B_global_1[v1 // 4, v0, v1 % 4])
                T.writes(B_global[v1 // 4, v0, v1 % 4])
                B_global[v1 // 4, v0, v1 % 4] = B_global_1[v1 // 4, v0, v1 % 4]
        for ax0, ax1 in T.grid(16, 16):
            with T.block("B_global_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B_global[v1 // 4, v0, v1 % 4])
                T.writes(B_global_local[v1 // 4, v0, v1 % 4])
                B_global_local[v1 // 4, v0, v1 % 4] = B_global[v1 // 4, v0, v1 % 4]
        for j_0, i, k, j_1 in T.grid(4, 16, 16, 4):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                vj = T.axis.spatial(16, j_0 * 4 + j_1)
                vk = T.axis.reduce(16, k)
                T.reads(A[vi, vk], B_global_local[vj // 4, vk, vj % 4])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B_global_local[vj // 4, vk, vj % 4]
