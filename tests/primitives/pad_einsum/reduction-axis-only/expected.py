from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((8, 7), "float32"), B: T.Buffer((7, 8), "float32"), C: T.Buffer((8, 8), "float32")):
        # with T.block("root"):
        A_pad = T.alloc_buffer((8, 8))
        B_pad = T.alloc_buffer((8, 8))
        for i0, i1 in T.grid(8, 8):
            with T.block("A_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(A[v0, v1])
                T.writes(A_pad[v0, v1])
                A_pad[v0, v1] = T.if_then_else(v1 < 7, A[v0, v1], T.float32(0.0))
        for i0, i1 in T.grid(8, 8):
            with T.block("B_pad"):
                v0, v1 = T.axis.remap("SS", [i0, i1])
                T.reads(B[v0, v1])
                T.writes(B_pad[v0, v1])
                B_pad[v0, v1] = T.if_then_else(v0 < 7, B[v0, v1], T.float32(0.0))
        for i0, i1, i2 in T.grid(8, 8, 8):
            with T.block("C_shared"):
                i, j, k = T.axis.remap("SSR", [i0, i1, i2])
                T.reads(A_pad[i, k], B_pad[k, j])
                T.writes(C[i, j])
                with T.init():
                    C[i, j] = T.float32(0.0)
                C[i, j] = C[i, j] + A_pad[i, k] * B_pad[k, j]
