from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9,), "float32"), B: T.Buffer((9,), "float32"), C: T.Buffer((9,), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((12,))
        B_pad = T.alloc_buffer((12,))
        C_pad = T.alloc_buffer((12,))
        for i0 in range(12):
            with T.block("A_pad"):
                v0 = T.axis.spatial(12, i0)
                T.reads(A[v0])
                T.writes(A_pad[v0])
                A_pad[v0] = T.if_then_else(v0 < 9, A[v0], T.float32(0.0))
        for i0 in range(12):
            with T.block("C_shared"):
                i = T.axis.spatial(12, i0)
                T.reads(A_pad[i])
                T.writes(B_pad[i], C_pad[i])
                B_pad[i] = A_pad[i]
                C_pad[i] = A_pad[i] * T.float32(2.0)
        for i0 in range(9):
            with T.block("B_pad"):
                v0 = T.axis.spatial(9, i0)
                T.reads(B_pad[v0])
                T.writes(B[v0])
                B[v0] = B_pad[v0]
        for i0 in range(9):
            with T.block("C_pad"):
                v0 = T.axis.spatial(9, i0)
                T.reads(C_pad[v0])
                T.writes(C[v0])
                C[v0] = C_pad[v0]
