from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 16), "float32"), C: T.Buffer((16, 32), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((32, 16), scope="shared")
        for io in T.thread_binding(4, thread="blockIdx.x"):
            for j in range(16):
                with T.block("A_shared"):
                    v0, v1 = T.axis.remap("SS", [io, j])
                    T.reads(A[v0 * 8:v0 * 8 + 8, v1])
                    T.writes(A_shared[v0 * 8:v0 * 8 + 8, v1])
                    T.block_attr({"auto_copy": True})
                    for ax0, ax1 in T.grid(8, 1):
                        A_shared[v0 * 8 + ax0, v1 + ax1] = A[v0 * 8 + ax0, v1 + ax1]
                for ii in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("B"):
                        vi = T.axis.spatial(32, io * 8 + ii)
                        vj = T.axis.spatial(16, j)
                        T.reads(A_shared[vi, vj])
                        T.writes(C[vj, vi])
                        C[vj, vi] = A_shared[vi, vj] + T.float32(1.0)
