from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        C_shared = T.alloc_buffer((20, 16), scope="shared")
        for i_0 in T.thread_binding(5, thread="blockIdx.x"):
            for i_1 in T.thread_binding(4, thread="threadIdx.x"):
                for j in range(16):
                    for k in range(12):
                        with T.block("C"):
                            vi = T.axis.spatial(20, i_0 * 4 + i_1)
                            vj, vk = T.axis.remap("SR", [j, k])
                            T.reads(A[vi, vk], B[vk, vj])
                            T.writes(C_shared[vi, vj])
                            with T.init():
                                C_shared[vi, vj] = T.float32(0.0)
                            C_shared[vi, vj] = C_shared[vi, vj] + A[vi, vk] * B[vk, vj]
                    with T.block("C_shared"):
                        v0 = T.axis.spatial(20, i_0 * 4 + i_1)
                        v1 = T.axis.spatial(16, j)
                        T.reads(C_shared[v0, v1])
                        T.writes(C[v0, v1])
                        C[v0, v1] = C_shared[v0, v1]
        for i, j in T.grid(20, 16):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(C[vi, vj])
                T.writes(D[vi, vj])
                D[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
