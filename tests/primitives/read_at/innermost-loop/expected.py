from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 12), "float32"), B: T.Buffer((12, 8), "float32"), C: T.Buffer((16, 8), "float32")):
        # with T.block("root"):
        A_shared_dyn = T.alloc_buffer((16, 12), scope="shared.dyn")
        for i, j, k in T.grid(16, 8, 12):
            with T.block("A_shared.dyn"):
                v0, v1 = T.axis.remap("SS", [i, k])
                T.reads(A[v0, v1])
                T.writes(A_shared_dyn[v0, v1])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(1, 1):
                    A_shared_dyn[v0 + ax0, v1 + ax1] = A[v0 + ax0, v1 + ax1]
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                T.reads(A_shared_dyn[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A_shared_dyn[vi, vk] * B[vk, vj]
