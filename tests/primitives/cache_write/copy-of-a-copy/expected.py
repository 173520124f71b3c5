from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((20, 12), "float32"), B: T.Buffer((12, 16), "float32"), D: T.Buffer((20, 16), "float32")):
        # with T.block("root"):
        C = T.alloc_buffer((20, 16))
        D_shared = T.alloc_buffer((20, 16), scope="shared")
        D_shared_local = T.alloc_buffer((20, 16), scope="local")
        for i, j, k in T.grid(20, 16, 12):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
        for i in range(20):
            for j in range(16):
                with T.block("D"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(C[vi, vj])
                    T.writes(D_shared_local[vi, vj])
                    D_shared_local[vi, vj] = T.max(C[vi, vj], T.float32(0.0))
            for ax0, ax1 in T.grid(1, 16):
                with T.block("D_shared_local"):
                    v0 = T.axis.spatial(20, i + ax0)
                    v1 = T.axis.spatial(16, ax1)
                    T.reads(D_shared_local[v0, v1])
                    T.writes(D_shared[v0, v1])
                    D_shared[v0, v1] = D_shared_local[v0, v1]
            for ax0 in range(16):
                with T.block("D_shared"):
                    v0, v1 = T.axis.remap("SS", [i, ax0])
                    T.reads(D_shared[v0, v1])
                    T.writes(D[v0, v1])
                    D[v0, v1] = D_shared[v0, v1]
