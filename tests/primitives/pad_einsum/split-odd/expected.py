from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((9, 11), "float32"), B: T.Buffer((11, 10), "float32"), C: T.Buffer((9, 10), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((12, 12))
        B_pad = T.alloc_buffer((12, 12))
        C_pad = T.alloc_buffer((12, 12))
        for i0, i1 in T.grid(12, 12):
            with T.block("A_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v0 < 9 and v1 < 11, A[v0, v1], T.float32(0.0))
        for i0, i1 in T.grid(12, 12):
            with T.block("B_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(B[v0, v1])
                T.writes(B_pad[v0, v1])
                B_pad[v0, v1] = T.if_then_else(v0 < 11 and v1 < 10, B[v0, v1], T.float32(0.0))
        for i0_0, i0_1, i1, i2 in T.grid(3, 4, 12, 12):
            with T.block("C_shared"):
                i = T.axis.spatial(12, i0_0 * 4 + i0_1)
                j, k = T.axis.remap("SR", [i1, i2])
                T.where(i0_0 * 4 + i0_1 < 9)
                T.reads(A_pad[i, k], B_pad[k, j])
                T.writes(C_pad[i, j])
                with T.init():
                    C_pad[i, j] = T.float32(0.0)
                C_pad[i, j] = C_pad[i, j] + A_pad[i, k] * B_pad[k, j]
        for i0, i1 in T.grid(9, 10):
            with T.block("C_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(C_pad[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_pad[v0, v1]
