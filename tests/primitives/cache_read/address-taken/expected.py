from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
        # with T.block("root"):
        A_shared = T.alloc_buffer((16, 16), scope="shared")
        C_shared = T.alloc_buffer((16, 16), scope="shared")
        for ax0, ax1 in T.grid(16, 16):
            with T.block("A_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(A[v0, v1])
                T.writes(A_shared[v0, v1])
                A_shared[v0, v1] = A[v0, v1]
        for i in range(16):
            with T.block("C"):
                vi = T.axis.spatial(16, i)
                T.reads(A_shared[vi, 0:16])
                T.writes(C_shared[vi, 0:16])
                T.call_extern("int32", "f", T.address_of(A_shared[vi, 0]), T.address_of(C_shared[vi, 0]))
        for ax0, ax1 in T.grid(16, 16):
            with T.block("C_shared"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_shared[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_shared[v0, v1]
