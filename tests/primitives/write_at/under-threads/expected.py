from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((32, 16), "float32"), C: T.Buffer((16, 32), "float32")):
        # with T.block("root"):
        C_shared = T.alloc_buffer((16, 32), scope="shared")
        for io in T.thread_binding(4, thread="blockIdx.x"):
            for j in range(16):
                for ii in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("B"):
                        vi = T.axis.spatial(32, io * 8 + ii)
                        vj = T.axis.spatial(16, j)
                        T.reads(A[vi, vj])
                        T.writes(C_shared[vj, vi])
                        C_shared[vj, vi] = A[vi, vj] + T.float32(1.0)
            with T.block("C_shared"):
                v0 = T.axis.spatial(4, io)
                T.reads(C_shared[0:16, v0 * 8:v0 * 8 + 8])
                T.writes(C[0:16, v0 * 8:v0 * 8 + 8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(16, 8):
                    C[ax0, v0 * 8 + ax1] = C_shared[ax0, v0 * 8 + ax1]
