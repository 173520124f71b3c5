from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        C_local = T.alloc_buffer((20, 16), scope="local")
        A_shared = T.alloc_buffer((20, 12), scope="shared")
        B_shared = T.alloc_buffer((12, 16), scope="shared")
        for i_0 in T.thread_binding(5, thread="blockIdx.x"):
            for j_0 in T.thread_binding(2, thread="threadIdx.x"):
                for i_1_init, j_1_init in T.grid(4, 8):
                    with T.block("C_init"):
                        vi = T.axis.spatial(20, i_0 * 4 + i_1_init)
                        vj = T.axis.spatial(16, j_0 * 8 + j_1_init)
                        T.reads()
                        T.writes(C_local[vi, vj])
                        C_local[vi, vj] = T.float32(0.0)
                for k_0 in range(4):
                    for ax0, ax1 in T.grid(4, 3):
                        with T.block("A_shared"):
                            v0 = T.axis.spatial(20, i_0 * 4 + ax0)
                            v1 = T.axis.spatial(12, k_0 * 3 + ax1)
                            T.reads(A[v0, v1])
                            T.writes(A_shared[v0, v1])
                            A_shared[v0, v1] = A[v0, v1]
                    for ax0, ax1 in T.grid(3, 16):
                        with T.block("B_shared"):
                            v0 = T.axis.spatial(12, k_0 * 3 + ax0)
                            v1 = T.axis.spatial(16, ax1)
                            T.reads(B[v0, v1])
                            T.writes(B_shared[v0, v1])
                            B_shared[v0, v1] = B[v0, v1]
                    for k_1, i_1, j_1 in T.grid(3, 4, 8):
                        with T.block("C_update"):
                            vi = T.axis.spatial(20, i_0 * 4 + i_1)
                            vj = T.axis.spatial(16, j_0 * 8 + j_1)
                            vk = T.axis.reduce(12, k_0 * 3 + k_1)
                            T.reads(C_local[vi, vj], A_shared[vi, vk], B_shared[vk, vj])
                            T.writes(C_local[vi, vj])
                            C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * B_shared[vk, vj]
                for ax0, ax1 in T.grid(4, 8):
                    with T.block("C_local"):
                        v0 = T.axis.spatial(20, i_0 * 4 + ax0)
                        v1 = T.axis.spatial(16, j_0 * 8 + ax1)
                        T.reads(C_local[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_local[v0, v1]
        for i, j in T.grid(20, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
