# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 32), "int8"), B: T.Buffer((32, 32), "int8"), C: T.Buffer((32, 32), "int32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((32, 32), "int8", scope="shared")
        B_shared = T.alloc_buffer((32, 32), "int8", scope="shared")
        C_local = T.alloc_buffer((32, 32), "int32", scope="local")
        for ax0, ax1 in T.grid(32, 32):
            with T.block("B_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(B[v0, v1])
                T.writes(B_shared[v0, v1])
                B_shared[v0, v1] = B[v0, v1]
        for ax0, ax1 in T.grid(32, 32):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared[v0, v1])
                A_shared[v0, v1] = A[v0, v1]
        for i, j in T.grid(32, 32):
            with T.block("matmul_init"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads()
                T.writes(C_local[vi, vj])
                C_local[vi, vj] = 0
            for k_0 in range(8):
                with T.block("matmul_update_o"):
                    vi_o, vj_o, vk_o = T.axis.remap("SSR", [i, j, k_0])
                    T.reads(C_local[vi_o, vj_o], A_shared[vi_o, vk_o * 4:vk_o * 4 + 4], B_shared[vj_o, vk_o * 4:vk_o * 4 + 4])
                    T.writes(C_local[vi_o, vj_o])
                    A_1 = T.match_buffer(A_shared[vi_o, vk_o * 4:vk_o * 4 + 4], (4,), "int8", scope="shared", align=4, offset_factor=1)
                    B_1 = T.match_buffer(B_shared[vj_o, vk_o * 4:vk_o * 4 + 4], (4,), "int8", scope="shared", align=4, offset_factor=1)
                    C_1 = T.match_buffer(C_local[vi_o, vj_o], (1,), "int32", scope="local", align=4, offset_factor=1)
                    C_1[0] = C_1[0] + T.call_pure_extern("int32", "__dp4a", A_1[T.Ramp(0, 1, 4)], B_1[T.Ramp(0, 1, 4)], 0)
        for ax0, ax1 in T.grid(32, 32):
            with T.block("C_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_local[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_local[v0, v1]
