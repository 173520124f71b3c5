from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9, 11), "float32"), B: T.Buffer((9,), "float32"), C: T.Buffer((9, 11), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((12, 12))
        B_pad = T.alloc_buffer((12,))
        C_pad = T.alloc_buffer((12, 12))
        for i0, i1 in T.grid(12, 12):
            with T.block("A_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v0 < 9 and v1 < 11, A[v0, v1], T.float32(0.0))
        for i0 in range(12):
            with T.block("B_pad"):
                v0 = T.axis.spatial(12, i0)
                T.reads(B[v0])
                T.writes(B_pad[v0])
                B_pad[v0] = T.if_then_else(v0 < 9, B[v0], T.float32(0.0))
        for i0, i1 in T.grid(12, 12):
            with T.block("C_shared"):
                i, j = T.axis.remap("SS", [i0, i1])
                T.reads(A_pad[i, j], B_pad[i])
                T.writes(C_pad[i, j])
                C_pad[i, j] = A_pad[i, j] + B_pad[i]
        for i0, i1 in T.grid(9, 11):
            with T.block("C_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(C_pad[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_pad[v0, v1]
