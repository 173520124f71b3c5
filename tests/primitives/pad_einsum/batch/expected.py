from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((3, 9, 11), "float32"), B: T.Buffer((1, 11, 10), "float32"), C: T.Buffer((3, 9, 10), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((3, 12, 12))
        B_pad = T.alloc_buffer((1, 12, 12))
        C_pad = T.alloc_buffer((3, 12, 12))
        for i0, i1, i2 in T.grid(3, 12, 12):
            with T.block("A_pad"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(A[v0, v1, v2])
                T.writes(A_pad[v0, v1, v2])
                A_pad[v0, v1, v2] = T.if_then_else(v1 < 9 and v2 < 11, A[v0, v1, v2], T.float32(0.0))
        for i0, i1, i2 in T.grid(1, 12, 12):
            with T.block("B_pad"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(B[v0, v1, v2])
                T.writes(B_pad[v0, v1, v2])
                B_pad[v0, v1, v2] = T.if_then_else(v1 < 11 and v2 < 10, B[v0, v1, v2], T.float32(0.0))
        for i0, i1, i2, i3 in T.grid(3, 12, 12, 12):
            with T.block("C_shared"):
                b, i, j, k = T.axis.remap("SSSR", [i0, i1, i2, i3])
                T.reads(A_pad[b, i, k], B_pad[0, k, j])
                T.writes(C_pad[b, i, j])
                with T.init():
                    C_pad[b, i, j] = T.float32(0.0)
                C_pad[b, i, j] = C_pad[b, i, j] + A_pad[b, i, k] * B_pad[0, k, j]
        for i0, i1, i2 in T.grid(3, 9, 10):
            with T.block("C_pad"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(C_pad[v0, v1, v2])
                T.writes(C[v0, v1, v2])
                C[v0, v1, v2] = C_pad[v0, v1, v2]
