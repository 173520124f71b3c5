from tvm.script import ir as I
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((7, 9, 4), "uint8"), B: T.Buffer((3, 3, 4, 5), "int8"), C: T.Buffer((5, 4, 5), "int32")):
        # with T.block("root"):
        for i0, i1, i2, i3, i4, i5 in T.grid(5, 4, 5, 3, 3, 4):
            with T.block("C"):
                h, w, j, r, s, k = T.axis.remap("SSSRRR", [i0, i1, i2, i3, i4, i5])
                T.reads(A[h + r, w * 2 + s, k], B[r, s, k, j])
                T.writes(C[h, w, j])
                with T.init():
                    C[h, w, j] = 0
                C[h, w, j] = C[h, w, j] + T.Cast("int32", A[h + r, w * 2 + s, k]) * T.Cast("int32", B[r, s, k, j])
