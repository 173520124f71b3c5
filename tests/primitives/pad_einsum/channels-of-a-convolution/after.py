# from tvm.script import ir as I
# from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 9, 4), "uint8"), B: T.Buffer((3, 3, 4, 5), "int8"), C: T.Buffer((5, 4, 5), "int32")):
        # with T.block("root"):
        B_pad = T.alloc_buffer((3, 3, 4, 8), "int8")
        C_pad = T.alloc_buffer((5, 4, 8), "int32")
        for i0, i1, i2, i3 in T.grid(3, 3, 4, 8):
            with T.block("B_pad"):
                v0, v1, v2, v3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
                T.reads(B[v0, v1, v2, v3])
                T.writes(B_pad[v0, v1, v2, v3])
                B_pad[v0, v1, v2, v3] = T.if_then_else(v3 < 5, B[v0, v1, v2, v3], T.int8(0))
        for i0, i1, i2, i3, i4, i5 in T.grid(5, 4, 8, 3, 3, 4):
            with T.block("C"):
                h, w, j, r, s, k = T.axis.remap("SSSRRR", [i0, i1, i2, i3, i4, i5])
                T.reads(A[h + r, w * 2 + s, k], B_pad[r, s, k, j])
                T.writes(C_pad[h, w, j])
                with T.init():
                    C_pad[h, w, j] = 0
                C_pad[h, w, j] = C_pad[h, w, j] + T.Cast("int32", A[h + r, w * 2 + s, k]) * T.Cast("int32", B_pad[r, s, k, j])
        for i0, i1, i2 in T.grid(5, 4, 5):
            with T.block("C_pad"):
                v0, v1, v2 = T.axis.remap("SSS", [i0, i1, i2])
                T.reads(C_pad[v0, v1, v2])
                T.writes(C[v0, v1, v2])
                C[v0, v1, v2] = C_pad[v0, v1, v2]
