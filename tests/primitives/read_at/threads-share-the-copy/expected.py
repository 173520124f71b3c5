from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
        # with T.sblock("root"):
        A_shared = T.sblock_alloc_buffer((128, 128), scope="shared")
        for by in T.thread_binding(2, thread="blockIdx.y"):
            for bx in T.thread_binding(2, thread="blockIdx.x"):
                for vy in T.thread_binding(2, thread="vthread.y"):
                    for vx in T.thread_binding(2, thread="vthread.x"):
                        for ty in T.thread_binding(8, thread="threadIdx.y"):
                            for tx in T.thread_binding(8, thread="threadIdx.x"):
                                with T.sblock("A_shared"):
                                    v0 = T.axis.spatial(2, by)
                                    T.reads(A[v0 * 64:v0 * 64 + 64, 0:128])
                                    T.writes(A_shared[v0 * 64:v0 * 64 + 64, 0:128])
                                    T.sblock_attr({"auto_copy": True})
                                    for ax0, ax1 in T.grid(64, 128):
                                        A_shared[v0 * 64 + ax0, ax1] = A[v0 * 64 + ax0, ax1]
                                for k0 in range(16):
                                    for k1 in T.unroll(8):
                                        for _, i, j in T.grid(1, 4, 4):
                                            with T.sblock("C"):
                                                vi = T.axis.spatial(128, by * 64 + vy * 32 + ty * 4 + i)
                                                vj = T.axis.spatial(128, bx * 64 + vx * 32 + tx * 4 + j)
                                                vk = T.axis.reduce(128, k0 * 8 + k1)
                                                T.reads(C[vi, vj], A_shared[vi, vk], B[vk, vj])
                                                T.writes(C[vi, vj])
                                                with T.init():
                                                    C[vi, vj] = T.float32(0.0)
                                                C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B[vk, vj]
